import type { IncomingMessage } from "node:http";
import { log } from "#lib/server/http/log.ts";
import { env } from "#lib/server/env/env.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import { SHARED_LIMIT_ADVICE } from "./settings-advice.ts";

const OF_PROXIES = ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip"];

let isSaid = false;

/** Logs once that a proxy forwards requests although no header for the clients' addresses is configured. */
export function warnOfUnknownProxy({ headers }: Pick<IncomingMessage, "headers">): void {
  if (isSaid || !OF_PROXIES.some((name) => headers[name] !== undefined)) return;
  isSaid = true;
  if (env().CLIENT_IP_HEADER === CLIENT_ADDRESS_HEADER) log().warn(SHARED_LIMIT_ADVICE);
}
