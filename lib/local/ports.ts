import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * `::` and `0.0.0.0` are all interfaces, on which the web server listens by default; the other parts listen on this
 * machine only.
 */
export type Host = "::" | "0.0.0.0" | "127.0.0.1";

function canListen(port: number, host: Host): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      // A machine without IPv6 listens on IPv4 only.
      else if (error.code === "EAFNOSUPPORT" || error.code === "EADDRNOTAVAIL")
        resolve(canListen(port, "127.0.0.1"));
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Returns the wanted port, or the next free one.
 * @throws Error when the next hundred are in use, too
 */
export async function freePort(
  wanted: number,
  host: Host,
  taken: ReadonlySet<number> = new Set(),
): Promise<number> {
  for (let port = wanted; port < wanted + 100 && port < 65_536; port++) {
    if (!taken.has(port) && (await canListen(port, host))) return port;
  }
  throw new Error(`No port from ${wanted} on is free.`);
}

const FREED_WITHIN_MS = 5000;

/**
 * Waits for a port that a variable names: it is not replaced, because its user reaches the service at that port or not
 * at all. A process that has just stopped may hold it for another moment.
 * @throws Error while another program uses it
 */
export async function waitForPort(
  name: string,
  port: number,
  host: Host,
  patienceMs = FREED_WITHIN_MS,
): Promise<number> {
  const until = Date.now() + patienceMs;
  while (!(await canListen(port, host))) {
    if (Date.now() >= until) {
      throw new Error(
        `${name} ${port} is taken by another program. Stop that one, or set ${name} to a free port.`,
      );
    }
    await pause(100);
  }
  return port;
}
