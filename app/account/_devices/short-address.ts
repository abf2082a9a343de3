/** The shortened form of an address of the machine itself, which says nothing about where the user is. */
const NOWHERE = "::";

/**
 * Returns an IPv6 address in its short form (RFC 5952) and any other text unchanged; null when the address says
 * nothing.
 */
export function shortAddress(address: string | null): string | null {
  const url = `http://[${address ?? ""}]`;
  // The URL parser shortens an IPv6 host, which is in brackets.
  const short = URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
  return short === "" || short === NOWHERE ? null : short;
}
