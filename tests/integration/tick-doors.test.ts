// @alone: sets the environment, which the service reads once
import { describe, expect, test, vi } from "vitest";
import { GET, POST } from "#app/api/internal/tick/route.ts";

const CRON_SECRET = "secret-of-the-platforms-crons-only";
process.env.CRON_SECRET = CRON_SECRET;
const { INTERNAL_SECRET = "", REALTIME_SECRET = "" } = process.env;

function knock(door: typeof GET, authorization?: string): Promise<Response> {
  const request = new Request("http://localhost:3000/api/internal/tick", {
    method: door === GET ? "GET" : "POST",
    headers: authorization === undefined ? {} : { authorization },
  });
  return door(request, { params: Promise.resolve({}) });
}

describe("the tick", () => {
  test.each([
    ["GET", GET, undefined],
    ["GET", GET, ""],
    ["GET", GET, "Bearer "],
    ["GET", GET, "Bearer undefined"],
    ["GET", GET, CRON_SECRET],
    ["GET", GET, `Bearer ${CRON_SECRET}x`],
    ["GET", GET, `Bearer ${INTERNAL_SECRET}`],
    ["GET", GET, `Bearer ${REALTIME_SECRET}`],
    ["POST", POST, undefined],
    ["POST", POST, `Bearer ${CRON_SECRET}`],
    ["POST", POST, `Bearer ${REALTIME_SECRET}`],
  ])("is no business of a %s with %#", async (_, door, authorization) => {
    const response = await knock(door, authorization);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "UNAUTHENTICATED" });
  });

  test("comes by a cron's GET with its secret, and by POST with the service's own", async () => {
    for (const response of [
      await knock(GET, `Bearer ${CRON_SECRET}`),
      await knock(POST, `Bearer ${INTERNAL_SECRET}`),
    ]) {
      expect([response.status, await response.json()]).toEqual([200, { published: expect.any(Number) }]);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
    }
  });

  test("without a cron's secret takes no GET at all", async () => {
    vi.stubEnv("CRON_SECRET", "");
    vi.resetModules();
    const closed = await import("#app/api/internal/tick/route.ts");
    for (const given of ["Bearer undefined", "Bearer ", `Bearer ${CRON_SECRET}`, `Bearer ${INTERNAL_SECRET}`])
      expect((await knock(closed.GET, given)).status).toBe(401);
    await (await import("#lib/server/process/database.ts")).closeDatabases();
    vi.unstubAllEnvs();
  });
});
