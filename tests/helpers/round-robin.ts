import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/** How often each server's health is checked, in milliseconds. */
const LOOK_MS = 100;

interface Upstream {
  url: URL;
  agent: Agent;
  isReady: boolean;
}

export interface RoundRobin {
  url: string;
  port: number;
  /** Sends requests to these servers from now on, in turns. */
  lead(urls: readonly string[]): void;
  /** Requests that were passed on and failed. */
  failures: string[];
  stop(): Promise<void>;
}

/**
 * Starts a minimal load balancer: it checks the servers' health, keeps connections open, and never sends a request
 * twice.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  let upstreams: Upstream[] = [];
  const failures: string[] = [];
  let turn = 0;
  function next(): Upstream | undefined {
    const ready = upstreams.filter(({ isReady }) => isReady);
    return ready[turn++ % ready.length];
  }
  const server = createServer((req, res) => pass(next(), req, res, failures));
  server.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) =>
    passSocket(next(), req, socket, head),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // For a server that listens on TCP, `address()` returns an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  const looking = setInterval(() => {
    for (const upstream of upstreams) void look(upstream);
  }, LOOK_MS);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    failures,
    lead(urls) {
      upstreams = urls.map((url) => {
        return { url: new URL(url), agent: new Agent({ keepAlive: true, maxSockets: 32 }), isReady: true };
      });
    },
    async stop() {
      clearInterval(looking);
      for (const { agent } of upstreams) agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Checks a server's health. A slow answer counts as healthy; otherwise a busy machine would have no healthy server. */
async function look(upstream: Upstream): Promise<void> {
  try {
    const answer = await fetch(new URL("/api/health", upstream.url), { headers: { connection: "close" } });
    upstream.isReady = !(await answer.text()).includes('"stopping"');
  } catch {
    upstream.isReady = false;
  }
}

function pass(
  upstream: Upstream | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  failures: string[],
): void {
  if (!upstream) return void res.writeHead(503).end("nobody is ready");
  const { url, agent } = upstream;
  const headers = { ...req.headers, "x-forwarded-host": req.headers.host };
  const target = { host: url.hostname, port: url.port, method: req.method, path: req.url, headers, agent };
  const onward = request(target, (answer) => {
    // `connection` and `keep-alive` apply to the upstream connection only, so they are not passed on.
    const { connection: _, "keep-alive": __, ...own } = answer.headers;
    res.writeHead(answer.statusCode ?? 502, own);
    answer.pipe(res);
    answer.once("error", () => res.destroy());
  });
  onward.once("error", (error) => {
    // If the client has closed its connection, the request has not failed.
    if (!req.socket.destroyed) failures.push(`${req.method ?? ""} ${req.url ?? ""}: ${error.message}`);
    res.destroy();
  });
  res.once("close", () => onward.destroy());
  req.pipe(onward);
}

function passSocket(
  upstream: Upstream | undefined,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  if (!upstream) return void socket.destroy();
  const onward = connect({ host: upstream.url.hostname, port: Number(upstream.url.port) });
  const pairs = req.rawHeaders.flatMap((name, i, all) =>
    i % 2 === 0 ? [`${name}: ${all[i + 1] ?? ""}`] : [],
  );
  onward.write(`GET ${req.url ?? "/"} HTTP/1.1\r\n${pairs.join("\r\n")}\r\n\r\n`);
  onward.write(head);
  onward.pipe(socket).pipe(onward);
  for (const end of [onward, socket]) {
    end.on("error", () => undefined);
    end.once("close", () => (end === socket ? onward : socket).destroy());
  }
}
