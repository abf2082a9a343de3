import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { Readable } from "node:stream";
import { internalPaths, patternOf } from "./internal-paths.ts";
import { handlerFetch, loadRoute } from "#tests/helpers/handlers.ts";

export interface ApiServer {
  url: string;
  port: number;
  /** While true, every request is answered with 503, as during a restart of the service. */
  isDown: boolean;
  /** The requests that rooms have made, by path pattern. */
  internalCalls: string[];
  stop(): Promise<void>;
}

/** Serves this process's exported route handlers on a real port, for rooms and clients outside the process. */
export async function startApiServer(): Promise<ApiServer> {
  const server = createServer((req, res) => void respond(api, req, res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The server has no port.");
  const api: ApiServer = {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    isDown: false,
    internalCalls: [],
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return api;
}

async function respond(api: ApiServer, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const answer = api.isDown ? new Response("down", { status: 503 }) : await dispatch(api, req);
    const text = await answer.text();
    res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
  } catch (error) {
    console.error(error);
    res.writeHead(500).end(String(error));
  }
}

async function dispatch(api: ApiServer, req: IncomingMessage): Promise<Response> {
  const { method = "GET" } = req;
  const init: RequestInit & { duplex: "half" } = { method, headers: headersOf(req), duplex: "half" };
  // Node's stream of bytes equals the web's; only their types differ.
  if (method !== "GET") init.body = Readable.toWeb(req) as ReadableStream<Uint8Array>;
  const request = new Request(`${api.url}${req.url ?? "/"}`, init);
  const { pathname } = new URL(request.url);
  const internal = internalPaths.find((path) => patternOf(path).test(pathname));
  if (!internal) return handlerFetch(request);
  api.internalCalls.push(internal);
  const handler = (await loadRoute(internal))[method];
  const params = { ...patternOf(internal).exec(pathname)?.groups };
  return handler
    ? handler(request, { params: Promise.resolve(params) })
    : new Response(null, { status: 405 });
}

function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    if (typeof value === "string") headers.set(name, value);
  return headers;
}
