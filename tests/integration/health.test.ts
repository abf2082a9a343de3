import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** What GET /api/health answers while the room's host answers by `listener`, or not at all. */
async function healthWith(listener: RequestListener | null) {
  const server = createServer(listener ?? (() => undefined)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  if (!listener) server.close();
  vi.stubEnv("PARTYKIT_URL", `http://127.0.0.1:${port}`);
  vi.resetModules();
  const { GET } = await import("#app/api/health/route.ts");
  const request = new Request("http://localhost:3000/api/health");
  const response = await GET(request, { params: Promise.resolve({}) });
  server.close();
  await (await import("#lib/server/database.ts")).closeDatabases();
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const ok: RequestListener = (_, response) => response.writeHead(200).end("ok");
const failing: RequestListener = (_, response) => response.writeHead(500).end();

describe("health", () => {
  test("is good when the database and the room answer, and is for anyone", async () => {
    const asked: string[] = [];
    const { status, body, headers } = await healthWith((request, response) => {
      asked.push(request.url ?? "");
      ok(request, response);
    });
    expect({ status, body }).toEqual({ status: 200, body: { status: "ok", database: "ok", room: "ok" } });
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(asked).toHaveLength(1);
  });

  test("tells a room that fails from one that is away, and both from the database", async () => {
    const down = { status: "down", database: "ok", room: "down" };
    expect(await healthWith(failing)).toMatchObject({ status: 503, body: down });
    expect(await healthWith(null)).toMatchObject({ status: 503, body: down });
  });

  test("says that the database is down, without a word of why", async () => {
    vi.stubEnv("DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/none");
    const { status, body } = await healthWith(ok);
    expect({ status, body }).toEqual({ status: 503, body: { status: "down", database: "down", room: "ok" } });
  });

  test("says so too where only a cached path to it is configured", async () => {
    vi.stubEnv("DATABASE_CACHED_URL", process.env.DATABASE_URL ?? "");
    vi.stubEnv("DATABASE_URL", "");
    const { status, body } = await healthWith(ok);
    expect({ status, body }).toEqual({ status: 503, body: { status: "down", database: "down", room: "ok" } });
  });
});
