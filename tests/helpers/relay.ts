import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { unusedPort } from "./ports.ts";

/** The way from a browser to a service, which a test can break. */
export interface Relay {
  port: number;
  url: string;
  /** Everything goes through, as at first. */
  pass(): Promise<void>;
  /** Nobody listens: what is open breaks, what is new is refused. */
  refuse(): Promise<void>;
  /** Connections stand and are made, and no byte comes through: a phone with a bar of signal. */
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
    // Listening to "data" lets it flow.
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
      // What hung stays broken, as connections do that a network has forgotten.
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
