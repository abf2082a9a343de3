import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { frameOf, FRAME_FIRST_BYTE } from "#lib/local/frames.ts";

describe("frames of a server", () => {
  test("begin as RFC 6455 says", () => {
    expect(frameOf(FRAME_FIRST_BYTE.text, Buffer.alloc(125)).subarray(0, 2)).toEqual(Buffer.of(0x81, 125));
    expect(frameOf(FRAME_FIRST_BYTE.text, Buffer.alloc(300)).subarray(0, 4)).toEqual(
      Buffer.of(0x81, 126, 1, 44),
    );
    expect(frameOf(FRAME_FIRST_BYTE.text, Buffer.alloc(65_536)).subarray(0, 10)).toEqual(
      Buffer.of(0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0),
    );
  });

  test("are read by a client with what they hold", async () => {
    const texts = [0, 5, 125, 126, 300, 65_535, 65_536, 1].map((length) => "x".repeat(length));
    texts.push("京都");
    const opener = new WebSocketServer({ noServer: true });
    const server = createServer().on("upgrade", (req, socket, head) =>
      opener.handleUpgrade(req, socket, head, () => {
        const close = Buffer.concat([Buffer.of(0x0f, 0xa3), Buffer.from("You left.")]);
        const frames = texts.map((text) => frameOf(FRAME_FIRST_BYTE.text, Buffer.from(text)));
        socket.write(Buffer.concat([...frames, frameOf(FRAME_FIRST_BYTE.close, close)]));
      }),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const heard: string[] = [];
    client.on("message", (data: Buffer) => heard.push(data.toString()));
    const [code, reason] = await once(client, "close");
    server.close();
    expect(heard).toEqual(texts);
    expect([code, String(reason)]).toEqual([4003, "You left."]);
  });
});
