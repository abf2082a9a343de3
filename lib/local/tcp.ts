import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Whether somebody accepts connections on a port of this machine. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: 2000 });
    function done(answer: boolean): void {
      socket.destroy();
      resolve(answer);
    }
    socket.once("connect", () => done(true));
    socket.once("timeout", () => done(false));
    socket.once("error", () => done(false));
  });
}

export async function untilAccepts(port: number): Promise<void> {
  while (!(await accepts(port))) await sleep(50);
}
