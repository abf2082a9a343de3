import { env } from "../env/env.ts";

/**
 * The hosts of the push services of Google (Chrome, Edge on Android), Mozilla, Microsoft and Apple; browsers use no
 * others by default.
 */
const SERVICES = ["fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"];
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a URL from a browser is a push service's: https on its default port, at a known host or a host below it. Any
 * other URL could make this service send requests into its own network. Hosts in WEB_PUSH_HOSTS, with their port, are
 * accepted as they are; loopback only in this way, and there without https.
 */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, hostname, port, username, password } = new URL(endpoint);
  const extra = env().WEB_PUSH_HOSTS.map((name) => name.toLowerCase());
  if (username !== "" || password !== "") return false;
  if (LOOPBACK.has(hostname)) return extra.includes(host);
  if (protocol !== "https:") return false;
  if (extra.includes(host)) return true;
  return (
    port === "" &&
    [...SERVICES, ...extra].some((suffix) => hostname.endsWith(`.${suffix}`) || hostname === suffix)
  );
}
