import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { env } from "#lib/server/env.ts";

/**
 * What stands in the log for an e-mail address that was typed. It is the same each time, so that lines can be put beside
 * each other, and names nobody to who has not the service's secret.
 */
export function accountPseudonym(email: string): string {
  return keyed("account", email.trim().toLowerCase());
}

/** The same for where a request comes from, an IPv6 client by its network; undefined where no edge says that. */
export function addressPseudonym(headers: Headers): string | undefined {
  const { CLIENT_IP_HEADER } = env();
  const address = CLIENT_IP_HEADER ? headers.get(CLIENT_IP_HEADER) : null;
  return address ? keyed("address", isIPv6(address) ? networkOf(address) : address) : undefined;
}

function keyed(kind: string, subject: string): string {
  const key = env().BETTER_AUTH_SECRET;
  return createHmac("sha256", key).update(`log:${kind}:${subject}`).digest("base64url").slice(0, 16);
}

/** The first 64 bits: whoever has one address of such a network has all of them. */
function networkOf(address: string): string {
  const [head = "", tail = ""] = new URL(`http://[${address.split("%")[0]}]`).hostname
    .slice(1, -1)
    .split("::");
  const [left, right] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => "0");
  return [...(left ?? []), ...zeros, ...(right ?? [])].slice(0, 4).join(":");
}
