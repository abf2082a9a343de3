import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { buildConnector } from "undici";
import { startLoopback } from "./loopback-server.ts";

/** A site's answer at one address: a redirect, the head of a page, or a response that a test writes itself. */
export type SiteAnswer = { to: string } | { head: string } | ((response: ServerResponse) => void);

export interface AskedSite {
  /** The requested address, with the scheme for which the connection was opened. */
  url: string;
  headers: IncomingHttpHeaders;
}

export interface MapSites {
  asked: AskedSite[];
  /** Sets the answers by address without scheme; all other addresses answer 404. */
  answers(answers: Readonly<Record<string, SiteAnswer>>): void;
  /** A connector for undici that leads every connection to this double, whatever host it is for. */
  connect: buildConnector.connector;
  /** Returns the number of open connections. */
  open: () => number;
  stop(): Promise<void>;
}

/** Starts a double that stands for all map sites, on one port of this machine. */
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
  // Google sets this cookie for every client.
  response.setHeader("set-cookie", "NID=somebody; Path=/; Secure; HttpOnly");
  if ("to" in answer) return void response.writeHead(302, { location: answer.to }).end("<a>Moved</a>");
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html><head>${answer.head}</head><body></body></html>`);
}
