import { isIP } from "node:net";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns the provider's URL of a photo if it may be requested: https on the default port, at an allowed host or its
 * subdomain. With any other URL, whoever made the answer could send requests inside this server's network. A loopback
 * address is allowed only when it is listed with its port, and then without https.
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

/** Whether the URL is a listed loopback address, the only non-public address that is requested. */
export function isListedLoopback({ protocol, hostname, host }: URL, hosts: readonly string[]): boolean {
  return LOOPBACK.has(hostname) && hostname !== host && protocol === "http:" && hosts.includes(host);
}

function isLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || isIP(hostname) !== 0;
}

function isAtOrBelow(hostname: string, host: string): boolean {
  // A host name with a dot at its end is the same host.
  const name = hostname.replace(/\.$/, "");
  return !LOOPBACK.has(name) && (name === host || name.endsWith(`.${host}`));
}
