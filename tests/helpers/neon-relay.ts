import { once } from "node:events";
import { connect } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export interface NeonRelay {
  /** The host, port and path without a scheme, for `neonConfig.wsProxy`. */
  address: string;
  connections(): number;
  /** Holds back the database's answers, as if the connection were dead without an error. */
  silence(isSilent: boolean): void;
  close(): Promise<void>;
}

/**
 * Starts a relay that does for a local PostgreSQL what Neon's proxy does: it carries the wire protocol in WebSocket
 * messages.
 */
export async function startNeonRelay(databaseUrl: string): Promise<NeonRelay> {
  const { hostname, port } = new URL(databaseUrl);
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, path: "/v2" });
  let connections = 0;
  let isSilent = false;
  server.on("connection", (socket) => {
    connections++;
    relay(socket, hostname, Number(port), () => isSilent);
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");
  return {
    address: `127.0.0.1:${address.port}/v2`,
    connections: () => connections,
    silence: (wish) => void (isSilent = wish),
    async close() {
      for (const socket of server.clients) socket.terminate();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

function relay(socket: WebSocket, host: string, port: number, isSilent: () => boolean): void {
  const postgres = connect({ host, port, noDelay: true });
  socket.binaryType = "nodebuffer";
  socket.on("message", (data: Buffer) => postgres.write(data));
  socket.on("close", () => postgres.destroy());
  socket.on("error", () => postgres.destroy());
  postgres.on("data", (data) => {
    if (!isSilent()) socket.send(data);
  });
  postgres.on("close", () => socket.close());
  postgres.on("error", () => socket.close());
}
