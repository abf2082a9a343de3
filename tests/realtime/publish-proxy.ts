import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { Duplex } from "node:stream";
import { buffer } from "node:stream/consumers";
import { proxyRoomUpgrade } from "#lib/local/rooms-proxy.ts";
import { type Network, sleep } from "./faults.ts";

export interface PublishProxy {
  url: string;
  /** Returns the number of WebSockets that run through the proxy. */
  openSockets(): number;
  stop(): Promise<void>;
}

const MAX_DELAY_MS = 60;

/**
 * Starts a proxy in front of the rooms that loses, repeats, delays and reorders the API's messages, as the network's
 * settings say.
 */
export async function startPublishProxy(
  rooms: { url: string },
  network: () => Network,
): Promise<PublishProxy> {
  const server = createServer((req, res) => {
    forward(rooms.url, network(), req, res).catch(() => res.destroy());
  });
  const sockets = new Set<Duplex>();
  server.on("upgrade", (req, socket, head) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    proxyRoomUpgrade(req, socket, head, Number(new URL(rooms.url).port));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The server has no port.");
  return {
    url: `http://localhost:${address.port}`,
    openSockets: () => [...sockets].filter(({ writableEnded }) => !writableEnded).length,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function forward(
  origin: string,
  { weather, chance }: Network,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const init = { method: "POST", body: await buffer(req), headers: headersOf(req) };
  if (chance.is(weather.slow)) await sleep(chance.below(MAX_DELAY_MS));
  if (chance.is(weather.lostRequests)) throw new Error("Lost on the way.");
  const answer = await fetch(`${origin}${req.url ?? "/"}`, init);
  if (chance.is(weather.repeatedRequests)) await fetch(`${origin}${req.url ?? "/"}`, init);
  if (chance.is(weather.lostAnswers)) throw new Error("Lost on the way back.");
  res.writeHead(answer.status).end(await answer.text());
}

function headersOf(req: IncomingMessage): Headers {
  const { authorization = "", "content-type": type = "" } = req.headers;
  return new Headers({ authorization, "content-type": type });
}
