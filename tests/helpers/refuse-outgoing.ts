import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isIP, Socket } from "node:net";

/*
 * To be loaded before a program (`--import`): it and its children reach this machine alone. Whom else they wanted is
 * written down, a host a line, in the file of `OUTGOING_FILE`.
 */

const HERE = /^(?:localhost|127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3}|::|0\.0\.0\.0)$/;
type Callback = (error: Error) => void;

function note(host: string): Error {
  appendFileSync(process.env.OUTGOING_FILE ?? "", `${host}\n`);
  return Object.assign(new Error(`Nothing may leave: ${host}`), { code: "EAI_FAIL" });
}

/** Names are looked up in one place, and that is before anything is sent, also to a server of names. */
const { lookup } = dns;
function lookUp(host: string, ...rest: unknown[]): unknown {
  if (HERE.test(host) || isIP(host) !== 0) return Reflect.apply(lookup, dns, [host, ...rest]);
  const error = note(host);
  // The last argument of `lookup` is always the callback.
  return process.nextTick(rest.at(-1) as Callback, error);
}
const { lookup: lookupLater } = dns.promises;
function lookUpLater(host: string, ...rest: unknown[]): unknown {
  if (HERE.test(host) || isIP(host) !== 0) return Reflect.apply(lookupLater, dns.promises, [host, ...rest]);
  return Promise.reject(note(host));
}
Object.defineProperty(dns, "lookup", { value: lookUp });
Object.defineProperty(dns.promises, "lookup", { value: lookUpLater });
syncBuiltinESMExports();

/** What is no name is not looked up. */
const connect = Reflect.get(Socket.prototype, "connect");
function connectHere(this: Socket, ...rest: unknown[]): Socket {
  // Among Node's own modules the arguments come as one list.
  const [options] = rest.flat(1);
  const host =
    typeof options === "object" && options !== null && "host" in options ? options.host : undefined;
  if (typeof host !== "string" || isIP(host) === 0 || HERE.test(host))
    return Reflect.apply(connect, this, rest);
  return this.destroy(note(host));
}
Object.defineProperty(Socket.prototype, "connect", { value: connectHere });
