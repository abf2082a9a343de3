import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { env } from "#lib/server/env/env.ts";

/**
 * Returns the pseudonym that the log contains instead of a typed e-mail address. The same address has the same
 * pseudonym, so that log lines can be compared; without the service's secret it identifies nobody.
 */
export function accountPseudonym(email: string): string {
  return keyed("account", email.trim().toLowerCase());
}

/**
 * Returns the pseudonym of a request's IP address; for IPv6, that of the client's network. undefined when
 * CLIENT_IP_HEADER is not set.
 */
export function addressPseudonym(headers: Headers): string | undefined {
  const { CLIENT_IP_HEADER } = env();
  const address = CLIENT_IP_HEADER ? headers.get(CLIENT_IP_HEADER) : null;
  return address ? keyed("address", isIPv6(address) ? networkOf(address) : address) : undefined;
}

function keyed(kind: string, subject: string): string {
  const key = env().BETTER_AUTH_SECRET;
  return createHmac("sha256", key).update(`log:${kind}:${subject}`).digest("base64url").slice(0, 16);
}

/**
 * Returns the first 64 bits of an IPv6 address, because a client that has one address of such a network has all of
 * them.
 */
function networkOf(address: string): string {
  const [head = "", tail = ""] = new URL(`http://[${address.split("%")[0]}]`).hostname
    .slice(1, -1)
    .split("::");
  const [left, right] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => "0");
  return [...(left ?? []), ...zeros, ...(right ?? [])].slice(0, 4).join(":");
}
