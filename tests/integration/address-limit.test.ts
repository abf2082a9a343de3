import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type ClientLimits, clientLimits, networkOf } from "#lib/local/address-limit.ts";
import { env } from "#lib/server/env/env.ts";
import { log } from "#lib/server/http/log.ts";

let server: Server;
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
  server.closeAllConnections();
});

async function listen(limits: ClientLimits): Promise<number> {
  server = createServer((req, res) => {
    if (!limits.refusesRequest(req, res)) res.write("open");
  });
  server.on("connection", (socket: Socket) => limits.onConnection(socket));
  server.on("upgrade", (req, socket) => {
    if (!limits.refusesUpgrade(req, socket)) socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** Requests an answer that never ends; its socket tells when the server has closed it. */
async function ask(port: number, address: string, headers: object = {}): Promise<IncomingMessage> {
  const asked = request({ port, headers: { "x-edge": address, ...headers }, agent: false }).end();
  const [answer] = (await Promise.race([once(asked, "response"), once(asked, "upgrade")])) as [
    IncomingMessage,
  ];
  return answer;
}

const UPGRADE = { connection: "Upgrade", upgrade: "websocket" };

describe("what one address has open", () => {
  test("behind a proxy is bounded by the address that the proxy names, sockets too", async () => {
    const said = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
    const port = await listen(
      clientLimits({ ...env(), CLIENT_IP_HEADER: "x-edge", CONNECTIONS_PER_ADDRESS: 2 }),
    );
    const first = await ask(port, "192.0.2.1");
    const socket = await ask(port, "192.0.2.1", UPGRADE);
    expect([first.statusCode, socket.statusCode]).toEqual([200, 101]);
    const refused = await ask(port, "192.0.2.1");
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("10");
    expect(JSON.parse(await text(refused))).toMatchObject({ code: "UNAVAILABLE" });
    expect((await ask(port, "192.0.2.1", UPGRADE)).statusCode).toBe(503);
    expect(said).toHaveBeenCalledOnce();
    // Other addresses, and requests without an address such as those of the service's own parts, are not limited.
    for (const address of ["192.0.2.2", "", "", ""]) expect((await ask(port, address)).statusCode).toBe(200);
    first.destroy();
    await expect.poll(async () => (await ask(port, "192.0.2.1")).statusCode).toBe(200);
  });

  test("without one is bounded by connections, whether they ask anything or not", async () => {
    vi.spyOn(log(), "warn").mockImplementation(() => undefined);
    const limits = clientLimits(
      { ...env(), CLIENT_IP_HEADER: undefined, CONNECTIONS_PER_ADDRESS: 2 },
      () => "192.0.2.1",
    );
    const port = await listen(limits);
    const open = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    await Promise.all(open.map((socket) => once(socket, "connect")));
    const third = connect(port, "127.0.0.1");
    await once(
      third.on("error", () => undefined),
      "close",
    );
    open[0]?.destroy();
    await expect.poll(async () => (await ask(port, "").catch(() => null))?.statusCode).toBe(200);
  });

  test("is not counted for this machine and private networks", async () => {
    const port = await listen(
      clientLimits({ ...env(), CLIENT_IP_HEADER: undefined, CONNECTIONS_PER_ADDRESS: 1 }),
    );
    for (let asked = 0; asked < 3; asked++) expect((await ask(port, "192.0.2.1")).statusCode).toBe(200);
  });
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:0:1:2:3:4:5", "2001:db8:0:1"],
  ["2001:0DB8::1", "2001:db8:0:0"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
  ["::1", "0:0:0:0"],
])("%s is one of %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
