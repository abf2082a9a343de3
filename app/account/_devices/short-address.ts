/** An IPv6 address as people write it (RFC 5952), without its zeros; all else as it is. */
export function shortAddress(address: string): string {
  const url = `http://[${address}]`;
  // Browsers shorten a host by themselves, in brackets.
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
}
