import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { unusedPort } from "./ports.ts";

/** A relay between a browser and a service, which a test can break. */
export interface Relay {
  port: number;
  url: string;
  /** Passes everything on, as at the start. */
  pass(): Promise<void>;
  /** Stops listening: open connections break, and new ones are refused. */
  refuse(): Promise<void>;
  /** Keeps and accepts connections but passes on no byte, as for a phone with a very weak signal. */
  swallow(): void;
  stop(): Promise<void>;
}

export async function startRelay(toPort: number): Promise<Relay> {
  const port = await unusedPort("::");
  const open = new Set<Socket>();
  let isSilent = false;

  function follow(socket: Socket): void {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    if (isSilent) socket.pause();
  }

  const server = createServer((near) => {
    const far = connect(toPort, "localhost");
    for (const socket of [near, far]) follow(socket);
    near.on("data", (bytes) => void far.write(bytes)).on("close", () => far.destroy());
    far.on("data", (bytes) => void near.write(bytes)).on("close", () => near.destroy());
    // A listener for "data" resumes the socket, so it is paused again here.
    if (isSilent) for (const socket of [near, far]) socket.pause();
  });

  async function listen(): Promise<void> {
    server.listen(port);
    await once(server, "listening");
  }

  async function refuse(): Promise<void> {
    const closed = once(server, "close");
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  }

  await listen();
  return {
    port,
    url: `http://localhost:${port}`,
    async pass() {
      isSilent = false;
      // Connections that hung break now, as they do when a network has forgotten them.
      for (const socket of open) if (socket.isPaused()) socket.destroy();
      if (!server.listening) await listen();
    },
    refuse,
    swallow() {
      isSilent = true;
      for (const socket of open) socket.pause();
    },
    async stop() {
      if (server.listening) await refuse();
    },
  };
}
