import { env } from "../env.ts";

/** Google (Chrome, Edge on Android), Mozilla, Microsoft, Apple; browsers have no others by default. */
const SERVICES = ["fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"];
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether an address that a browser gave is a push service's: https on its own port, a known host or one below it. Any
 * other would let a caller send this service's requests into its own network. What WEB_PUSH_HOSTS names in full, with
 * its port, is taken as it is; loopback only so, and there without https.
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
