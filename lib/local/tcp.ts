import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Whether a program accepts connections on a port of this machine. */
export function acceptsConnections(port: number, withinMs = 2000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: withinMs });
    function done(answer: boolean): void {
      socket.destroy();
      resolve(answer);
    }
    socket.once("connect", () => done(true));
    // If this process was delayed, the timeout fires before an answer that arrived long ago is read: it is read first.
    socket.once("timeout", () => setImmediate(done, false));
    socket.once("error", () => done(false));
  });
}

export async function waitUntilAccepts(port: number): Promise<void> {
  while (!(await acceptsConnections(port))) await sleep(50);
}
