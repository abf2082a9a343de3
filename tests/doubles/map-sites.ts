import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { buildConnector } from "undici";
import { startLoopback } from "./loopback-server.ts";

/** What a site answers at one address: a redirect, a page's head, or whatever a test writes itself. */
export type SiteAnswer = { to: string } | { head: string } | ((response: ServerResponse) => void);

export interface AskedSite {
  /** As one would type it, with the scheme that the connection was opened for. */
  url: string;
  headers: IncomingHttpHeaders;
}

export interface MapSites {
  asked: AskedSite[];
  /** Addresses without their scheme; all others answer 404. */
  answers(answers: Readonly<Record<string, SiteAnswer>>): void;
  /** Leads every connection here, whatever name it is for: a connector for undici. */
  connect: buildConnector.connector;
  /** Connections that are open. */
  open: () => number;
  stop(): Promise<void>;
}

/** All the sites of maps in the world, on one port of this machine. */
export async function startMapSites(): Promise<MapSites> {
  const asked: AskedSite[] = [];
  const sockets = new Set<object>();
  let known: Readonly<Record<string, SiteAnswer>> = {};
  let schemes = new Map<string, string>();
  const server = await startLoopback((request, response) => {
    const address = `${request.headers.host}${request.url}`;
    asked.push({
      url: `${schemes.get(request.headers.host ?? "")}//${address}`,
      headers: request.headers,
    });
    write(response, known[address] ?? ((other) => void other.writeHead(404).end("Not Found")));
  });
  return {
    asked,
    answers(answers) {
      known = answers;
      asked.length = 0;
      schemes = new Map();
    },
    connect({ protocol, hostname }, callback) {
      schemes.set(hostname, protocol);
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      socket.once("error", (error) => callback(error, null));
      socket.once("connect", () => callback(null, socket));
    },
    open: () => sockets.size,
    stop: () => server.stop(),
  };
}

function write(response: ServerResponse, answer: SiteAnswer): void {
  if (typeof answer === "function") return answer(response);
  // As Google does, whoever asks.
  response.setHeader("set-cookie", "NID=somebody; Path=/; Secure; HttpOnly");
  if ("to" in answer) return void response.writeHead(302, { location: answer.to }).end("<a>Moved</a>");
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html><head>${answer.head}</head><body></body></html>`);
}
