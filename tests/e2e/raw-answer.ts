import { connect } from "node:net";
import { appUrl } from "./entering.ts";

/**
 * Sends bytes that our clients would not send, and returns everything that the server answers until it closes the
 * connection.
 */
export function answerTo(text: string): Promise<string> {
  const { hostname, port } = new URL(appUrl());
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      said += part;
    });
    socket.on("close", () => resolve(said));
    socket.on("error", reject);
  });
}
