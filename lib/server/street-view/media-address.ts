import { isIP } from "node:net";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether the provider's address of a photo may be asked: https on its own port, at a known host or one below it. Any
 * other would let whoever made the answer send requests from inside this service's network. Loopback only when it is
 * listed with its port, and there without https.
 * @param hosts of STREET_IMAGERY_MEDIA_HOSTS
 */
export function mediaAddress(address: string, hosts: readonly string[]): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return null;
  if (isListedLoopback(url, hosts)) return url;
  if (url.protocol !== "https:" || url.port !== "" || isLiteral(url.hostname)) return null;
  return hosts.some((host) => isAtOrBelow(url.hostname, host.toLowerCase())) ? url : null;
}

/** The only address that is asked although it is not public. */
export function isListedLoopback({ protocol, hostname, host }: URL, hosts: readonly string[]): boolean {
  return LOOPBACK.has(hostname) && hostname !== host && protocol === "http:" && hosts.includes(host);
}

function isLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || isIP(hostname) !== 0;
}

function isAtOrBelow(hostname: string, host: string): boolean {
  // A name with a dot at its end is the same host.
  const name = hostname.replace(/\.$/, "");
  return !LOOPBACK.has(name) && (name === host || name.endsWith(`.${host}`));
}
