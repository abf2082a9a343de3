/** What a machine's own address is cut to: it says nothing of where somebody is. */
const NOWHERE = "::";

/** An IPv6 address as people write it (RFC 5952), without its zeros; all else as it is. null: none that says anything. */
export function shortAddress(address: string | null): string | null {
  const url = `http://[${address ?? ""}]`;
  // Browsers shorten a host by themselves, in brackets.
  const short = URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
  return short === "" || short === NOWHERE ? null : short;
}
