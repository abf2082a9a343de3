import { type IncomingMessage, type ServerResponse } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { env } from "#lib/server/env/env.ts";
import { log } from "#lib/server/http/log.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import { answerError } from "./error-answer.ts";
import { refuseUpgrade } from "./rooms-proxy.ts";

const RETRY_SECONDS = "10";
/** The shortest time between two log lines that say that an address has reached its limit. */
const SAID_EVERY_MS = 60_000;

/**
 * Addresses of this machine and of private networks: the client may be a proxy or a container network that many clients
 * share.
 */
const OWN = new BlockList();
for (const [net, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  OWN.addSubnet(net, bits, "ipv4");
OWN.addAddress("::1", "ipv6");
OWN.addSubnet("fc00::", 7, "ipv6");
OWN.addSubnet("fe80::", 10, "ipv6");

/** Counts the open connections or requests of each client. */
export class AddressLimit {
  readonly #most: number;
  readonly #open = new Map<string, number>();
  #saidAt = -Infinity;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts one more connection or request of an address.
   * @returns a function that ends its count; null: the client has reached its limit
   */
  take(address: string): (() => void) | null {
    const client = networkOf(address);
    const open = this.#open.get(client) ?? 0;
    if (open >= this.#most) {
      this.#say();
      return null;
    }
    this.#open.set(client, open + 1);
    return () => this.#leave(client);
  }

  #leave(client: string): void {
    const left = (this.#open.get(client) ?? 1) - 1;
    if (left > 0) this.#open.set(client, left);
    else this.#open.delete(client);
  }

  #say(): void {
    if (Date.now() - this.#saidAt < SAID_EVERY_MS) return;
    this.#saidAt = Date.now();
    const advice =
      "if that is a proxy, set CLIENT_IP_HEADER; if many people share it, CONNECTIONS_PER_ADDRESS";
    log().warn(`an address has ${this.#most} connections open, and gets no more: ${advice}`);
  }
}

/** Returns the network of an address. An IPv6 network of 64 bits is one client, who may use all of its addresses. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter(Boolean)) as [string[], string[]];
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}

/** Returns the address of a connection; null: it is a proxy's or a private network's, and so not the client's own. */
function directAddress(socket: Socket): string | null {
  const address = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  const version = isIP(address);
  if (version === 0 || OWN.check(address, version === 6 ? "ipv6" : "ipv4")) return null;
  return address;
}

export interface ClientLimits {
  /** Closes a connection that exceeds its client's limit; other connections count until they close. */
  onConnection(socket: Socket): void;
  /** Whether the request exceeds its client's limit; if so, it has got an answer that says so. */
  refusesRequest(req: IncomingMessage, res: ServerResponse): boolean;
  refusesUpgrade(req: IncomingMessage, socket: Duplex): boolean;
}

/**
 * Limits what one client has open: its connections, or behind a proxy, whose connections carry everybody's requests,
 * the requests and sockets under the address that the proxy names.
 */
export function clientLimits(
  { CLIENT_IP_HEADER: header, CONNECTIONS_PER_ADDRESS: most } = env(),
  addressOf = directAddress,
): ClientLimits {
  const limit = new AddressLimit(most);
  const isDirect = header === undefined || header === CLIENT_ADDRESS_HEADER;
  /** Returns the address that the proxy names; null: it is no client's own address. */
  function named(req: IncomingMessage): string | null {
    const value = isDirect ? undefined : req.headers[header];
    return typeof value === "string" && isIP(value.trim()) !== 0 ? value.trim() : null;
  }
  function isTooMany(address: string | null, open: Duplex | ServerResponse): boolean {
    if (address === null) return false;
    const leave = limit.take(address);
    if (leave) open.once("close", leave);
    return leave === null;
  }
  return {
    onConnection(socket) {
      if (isDirect && isTooMany(addressOf(socket), socket)) socket.destroy();
    },
    refusesRequest(req, res) {
      const isRefused = isTooMany(named(req), res);
      if (isRefused) refuseRequest(req, res);
      return isRefused;
    },
    refusesUpgrade(req, socket) {
      const isRefused = isTooMany(named(req), socket);
      if (isRefused) refuseUpgrade(socket, 503, { "retry-after": RETRY_SECONDS });
      return isRefused;
    },
  };
}

function refuseRequest(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader("retry-after", RETRY_SECONDS);
  answerError(req, res, {
    code: "UNAVAILABLE",
    message: "Too much is open from your network at once. Close what you don't need, and try again.",
  });
}
