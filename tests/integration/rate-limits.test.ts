// @alone: loads the service's modules anew
import { createClient } from "@redis/client";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { requireWithinLimit } from "#lib/server/auth/rate-limit.ts";
import { answerRequest } from "#lib/server/http/answer-request.ts";
import { authApi, newPerson } from "#tests/helpers/auth-api.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { startRedis, type TestRedis } from "#tests/helpers/redis.ts";
import { uniqueAddress } from "#tests/helpers/unique.ts";

const CODES = "/email-otp/send-verification-otp";
const rule = { windowSeconds: 60, max: 2 };

function from(address: string): Headers {
  return new Headers({ "x-wayfare-client-ip": address });
}

describe("requireWithinLimit", () => {
  test("refuses with 429 and tells when to come back, each path for itself", async () => {
    const headers = from(uniqueAddress());
    await requireWithinLimit(headers, "/one", rule);
    await requireWithinLimit(headers, "/one", rule);
    const response = await answerRequest(new Request("http://localhost:3000/one"), "/one", async () => {
      await requireWithinLimit(headers, "/one", rule);
      return new Response();
    });
    expect(response.status).toBe(429);
    expect(await response.json()).toEqual({
      code: "RATE_LIMITED",
      message: expect.stringMatching(/^Too many attempts\. Try again in \d+ seconds\.$/),
      details: { retryAfter: expect.any(Number) },
      requestId: response.headers.get("x-request-id"),
    });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(50);
    await requireWithinLimit(headers, "/two", rule);
    await requireWithinLimit(from(uniqueAddress()), "/one", rule);
  });

  test("takes all addresses of one network for one client", async () => {
    const network = uniqueAddress().replace(/::1$/, "");
    await requireWithinLimit(from(`${network}::1`), "/one", rule);
    await requireWithinLimit(from(`${network}::2`), "/one", rule);
    await expect(requireWithinLimit(from(`${network}:a:b:c:d`), "/one", rule)).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
  });

  test.each([
    ["no address", new Headers()],
    ["none that is one", from("2001:db8::1, 2001:db8::2")],
  ])("with %s limits the subject, or nobody", async (_, headers) => {
    const subject = uniqueAddress();
    for (const _hit of [1, 2, 3]) await requireWithinLimit(headers, "/one", rule);
    for (const _hit of [1, 2]) await requireWithinLimit(headers, "/one", rule, { subject });
    await expect(requireWithinLimit(headers, "/one", rule, { subject })).rejects.toMatchObject({
      status: 429,
    });
    await requireWithinLimit(headers, "/one", rule, { subject: uniqueAddress() });
  });
});

describe("with RATE_LIMIT_REDIS_URL", () => {
  useMailbox();
  let redis: TestRedis;

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  /** Returns a rate limiter as another process has it, with its own modules, memory and connections. */
  async function anotherServer() {
    vi.stubEnv("RATE_LIMIT_REDIS_URL", redis.url);
    vi.resetModules();
    closers.push((await import("#lib/server/process/database.ts")).closeDatabases);
    return import("#app/api/auth/[...all]/route.ts");
  }

  test("limits are decided for all servers together, and no address gets there", async () => {
    const [one, two] = [await anotherServer(), await anotherServer()];
    const [address, { email }] = [uniqueAddress(), newPerson()];
    const statuses = [];
    for (const server of [one, two, one, two, one]) {
      statuses.push((await authApi(server, address).post(CODES, { email, type: "sign-in" })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const last = await authApi(two, address).post(CODES, { email, type: "sign-in" });
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(50);

    const client = createClient({ url: redis.url });
    await client.connect();
    const keys = await client.keys("*");
    await client.close();
    expect(keys).toEqual([expect.stringMatching(/^rl:[\w-]{43}\|\/email-otp\/send-verification-otp$/)]);
  });

  test("guarded routes are 503 while it is away, and sessions are read all the same", async () => {
    vi.stubEnv("EDGE_RUNTIME", "true");
    const server = await anotherServer();
    await redis.kill();
    const refused = await authApi(server).post("/sign-in/email", newPerson());
    expect(refused).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await authApi(server).get("/get-session")).toMatchObject({ status: 200, body: null });
    await redis.start();
    const status = async () => (await authApi(server).post("/sign-in/email", newPerson())).status;
    await expect.poll(status, { timeout: 5000 }).toBe(401);
  });
});
