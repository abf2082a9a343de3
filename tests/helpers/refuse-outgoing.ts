import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isIP, Socket } from "node:net";

/*
 * A module to load before a program (`--import`): the program and its child processes can then only reach this machine.
 * Each other host that they tried to reach is recorded in the file of `OUTGOING_FILE`, one per line.
 */

const HERE = /^(?:localhost|127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3}|::|0\.0\.0\.0)$/;
type Callback = (error: Error) => void;

function note(host: string): Error {
  appendFileSync(process.env.OUTGOING_FILE ?? "", `${host}\n`);
  return Object.assign(new Error(`Nothing may leave: ${host}`), { code: "EAI_FAIL" });
}

/** Node's own lookup. Every name goes through `dns.lookup` before anything is sent, so it refuses other hosts. */
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

/** Node's own `connect`: an IP address needs no lookup, so connections to one are checked in the method itself. */
const connect = Reflect.get(Socket.prototype, "connect");
function connectHere(this: Socket, ...rest: unknown[]): Socket {
  // Node's own modules pass the arguments as one list.
  const [options] = rest.flat(1);
  const host =
    typeof options === "object" && options !== null && "host" in options ? options.host : undefined;
  if (typeof host !== "string" || isIP(host) === 0 || HERE.test(host))
    return Reflect.apply(connect, this, rest);
  return this.destroy(note(host));
}
Object.defineProperty(Socket.prototype, "connect", { value: connectHere });
