// The process of the web part: pages and API, through Next's programmatic handler in a plain HTTP server.
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { join } from "node:path";
import { parseArgs } from "node:util";
import next from "next";
import { env } from "#lib/server/env/env.ts";
import { logPageErrors } from "#lib/server/http/page-errors.ts";
import { STATIC_HEADERS, transportHeaders } from "#lib/server/http/security-headers.ts";
import { timedPage } from "#lib/server/telemetry/server-timing.ts";
import { isStopping } from "#lib/server/process/graceful-shutdown.ts";
import { type ClientLimits, clientLimits } from "./address-limit.ts";
import { ignoreNextsHeaders, redirectToNormalizedPath } from "./api-address.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import { compressedFileHandler } from "./compressed.ts";
import { answerFailure } from "./error-answer.ts";
import { warnOfUnknownProxy } from "./forwarded-callers.ts";
import { GracefulClose } from "./graceful-close.ts";
import { refuseMalformedPath, rewriteAbsoluteForm } from "./malformed-path.ts";
import { cutSlowSender, REQUEST_TIMES } from "./slow-sender.ts";
import { cutStalledReader } from "./stalled-reader.ts";
import { refuseUnknownMethod } from "./unknown-method.ts";
import { isRoomUpgrade, proxyRoomUpgrade, refuseUpgrade } from "./rooms-proxy.ts";
import { stopInOrder } from "./stop-in-order.ts";

const ROOT = join(import.meta.dirname, "..", "..");

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Sets the header with the client's address for the API; a value that the client itself sent is overwritten. */
function stampAddress(req: IncomingMessage): void {
  req.headers[CLIENT_ADDRESS_HEADER] = req.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
}

/**
 * Makes the API's answers compressible: Next keeps their headers as lists, but its compression looks for a text. On the
 * same machine compression stays off, since bytes cost nothing there and compressing takes a fifth of the throughput.
 */
function letJsonBeCompressed(req: IncomingMessage, res: ServerResponse): void {
  const isLocal = isLoopback(req.socket.remoteAddress) && req.headers["x-forwarded-for"] === undefined;
  if (isLocal || !req.url?.startsWith("/api/")) return;
  const getHeader = res.getHeader.bind(res);
  res.getHeader = (name) => {
    const value = getHeader(name);
    return Array.isArray(value) && value[0]?.startsWith("application/json") ? value[0] : value;
  };
}

function isLoopback(address: string | undefined): boolean {
  return address === "::1" || address === "127.0.0.1" || address === "::ffff:127.0.0.1";
}

function requestHandler(
  dev: boolean,
  limits: ClientLimits,
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
): Handler {
  const serveCompressed = dev ? () => false : compressedFileHandler(ROOT);
  const isTimed = env().SERVER_TIMING === "on";
  const transport = new Map(Object.entries(transportHeaders(env())));
  const files = new Map([...transport, ...Object.entries(STATIC_HEADERS)]);
  return (req, res) => {
    rewriteAbsoluteForm(req);
    cutSlowSender(req, res);
    // Headers that are set here stay, even if the API's own answer has other values.
    res.setHeaders(req.url?.startsWith("/api/") ? transport : files);
    if (limits.refusesRequest(req, res)) return;
    if (refuseMalformedPath(req, res) || refuseUnknownMethod(req, res) || serveCompressed(req, res)) return;
    if (redirectToNormalizedPath(req, res)) return;
    ignoreNextsHeaders(req);
    warnOfUnknownProxy(req);
    stampAddress(req);
    cutStalledReader(req, res);
    letJsonBeCompressed(req, res);
    const handled =
      isTimed && !req.url?.startsWith("/api/") ? timedPage(res, () => handle(req, res)) : handle(req, res);
    handled.catch((error: unknown) => {
      answerFailure(error, req, res);
    });
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dev: { type: "boolean", default: false } } });
  const { PORT, PARTY_PORT, BIND_ADDRESS } = env();
  if (!values.dev) logPageErrors();
  // Next adds an upgrade listener to the server that it gets, so it gets one that does not listen.
  const upgrades = createServer();
  const app = next({ dev: values.dev, dir: ROOT, port: PORT, hostname: "localhost", httpServer: upgrades });
  await app.prepare();

  const server = createServer({ ...REQUEST_TIMES, keepAliveTimeout: 65_000, noDelay: true });
  const limits = clientLimits();
  server.on("connection", (socket: Socket) => limits.onConnection(socket));
  const leave = new GracefulClose(server);
  server.on("request", requestHandler(values.dev, limits, app.getRequestHandler()));
  /** The open sockets, each with the function that ends it. */
  const sockets = new Map<Duplex, () => void>();
  server.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isStopping()) return refuseUpgrade(socket, 503);
    if (limits.refusesUpgrade(req, socket)) return;
    sockets.set(socket, () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
    // Next leaves a socket that it does not know open forever, so it gets its own development socket only.
    const isNexts = values.dev && req.url?.startsWith("/_next/") === true;
    if (isRoomUpgrade(req)) sockets.set(socket, proxyRoomUpgrade(req, socket, head, PARTY_PORT));
    else if (!isNexts || !upgrades.emit("upgrade", req, socket, head)) refuseUpgrade(socket, 404);
  });
  server.listen(PORT, BIND_ADDRESS);
  await once(server, "listening");
  process.send?.("ready");

  stopInOrder({ leave, sockets, close: () => app.close() });
}

await main();
