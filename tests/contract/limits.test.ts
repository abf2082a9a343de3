// @long: fills every limit over HTTP
import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "#tests/helpers/app.ts";
import { startRedis, type TestRedis } from "#tests/helpers/redis.ts";
import { uniqueAddress } from "#tests/helpers/unique.ts";
import { HttpClient } from "./http-client.ts";
import { launchOther, startOther } from "./other-service.ts";
import { lastCode, newCredentials, signUpPerson } from "./people.ts";

/** The paths that send or verify a code, with a body that is refused or has no effect. */
const OTP_PATHS = {
  "send-verification-otp": { type: "sign-in" },
  "verify-email": { otp: "000000" },
  "request-password-reset": {},
  "reset-password": { otp: "000000", password: "a password of mine" },
  "request-email-change": { newEmail: "new@people.test", otp: "000000" },
  "change-email": { newEmail: "new@people.test", otp: "000000" },
};

function statusesOf(client: HttpClient, path: string, times: number): Promise<number[]> {
  const body = { email: newCredentials().email, ...OTP_PATHS[path as keyof typeof OTP_PATHS] };
  const asked = Array.from({ length: times }, () => client.post(`/api/auth/email-otp/${path}`, body));
  return Promise.all(asked).then((answers) => answers.map(({ status }) => status));
}

function clientAt(clients: readonly HttpClient[], index: number): HttpClient {
  const client = clients[index % clients.length];
  if (client) return client;
  throw new Error("There is no client.");
}

test("Limits › email OTP length: 6 digits", async () => {
  const codes = await Promise.all([1, 2, 3].map(async () => lastCode((await signUpPerson()).email)));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(new Set(codes).size).toBeGreaterThan(1);
});

test.each(Object.keys(OTP_PATHS))(
  "Limits › email OTP send and verify endpoints: 3 requests per 60 seconds: %s",
  async (path) => {
    const client = new HttpClient({ address: uniqueAddress() });
    const statuses = await statusesOf(client, path, 5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    // Another address, and another path from the same address, are not limited.
    expect(await statusesOf(new HttpClient(), path, 1)).not.toContain(429);
    const other = path === "verify-email" ? "reset-password" : "verify-email";
    expect(await statusesOf(client, other, 1)).not.toContain(429);
  },
);

test("Limits › a request beyond the limit is 429 with `Retry-After`, and says so in the shape of all errors", async () => {
  const client = new HttpClient({ address: uniqueAddress() });
  await statusesOf(client, "verify-email", 3);
  const answer = await client.post("/api/auth/email-otp/verify-email", {
    email: "x@people.test",
    otp: "000000",
  });
  expect(answer).toMatchObject({
    status: 429,
    body: { code: "RATE_LIMITED", message: expect.any(String), requestId: expect.any(String) },
  });
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
});

test("Limits › keyed by client IP and path: the address is taken only from the edge-derived connecting-IP header", async () => {
  const client = new HttpClient({ address: uniqueAddress() });
  const body = { email: newCredentials().email, otp: "000000" };
  const statuses: number[] = [];
  for (let i = 1; i <= 5; i++) {
    const claimed = Object.fromEntries(
      ["x-forwarded-for", "x-real-ip", "cf-connecting-ip", "forwarded", "x-client-ip"].map((name) => [
        name,
        `198.51.100.${i}`,
      ]),
    );
    statuses.push((await client.post("/api/auth/email-otp/verify-email", body, claimed)).status);
  }
  expect(statuses).toEqual([400, 400, 400, 429, 429]);
});

test("Limits › mobile OAuth one-time code and mini-program sign-in can't be guessed at will", async () => {
  for (const path of ["/api/mobile-auth/oauth/exchange", "/api/auth/mini-program/sign-in"]) {
    const client = new HttpClient({ address: uniqueAddress() });
    const asked = Array.from({ length: 150 }, (_, i) => client.post(path, { code: `guess-${i}` }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length, path).toBeGreaterThan(0);
    expect(
      statuses.filter((status) => status >= 500),
      path,
    ).toEqual([]);
  }
});

test("Limits › auth secret: at least 32 characters", async () => {
  const refused = await launchOther("short-secret", { BETTER_AUTH_SECRET: "x".repeat(31) });
  expect(await refused.exited).toBe(1);
  expect(refused.log()).toContain("BETTER_AUTH_SECRET");
  expect(refused.log()).not.toContain("x".repeat(31));
});

test("Limits › display name: 1 to 64 characters", async () => {
  for (const [name, status] of [
    ["", 400],
    ["x", 200],
    ["x".repeat(64), 200],
    ["x".repeat(65), 400],
  ] as const) {
    expect((await new HttpClient().post("/api/auth/sign-up/email", newCredentials({ name }))).status).toBe(
      status,
    );
  }
});

describe("Limits › authentication rate limits are in a fixed window, decided globally", () => {
  let redis: TestRedis;
  let services: App[];

  beforeAll(async () => {
    redis = await startRedis();
    const env = { RATE_LIMIT_REDIS_URL: redis.url, EDGE_RUNTIME: "true" };
    services = [await startOther("redis-one", env), await startOther("redis-two", env)];
  });

  afterAll(async () => {
    for (const service of services) await service.stop();
    await redis.stop();
  });

  test("two instances count together", async () => {
    const address = uniqueAddress();
    const clients = services.map(({ url }) => new HttpClient({ url, address }));
    const body = { email: newCredentials().email, otp: "000000" };
    const asked = Array.from({ length: 8 }, (_, i) =>
      clientAt(clients, i).post("/api/auth/email-otp/verify-email", body),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  test("what the store keeps names no address", async () => {
    const address = "203.0.113.199";
    const [first] = services;
    await statusesOf(new HttpClient({ url: first?.url ?? "", address }), "verify-email", 1);
    const store = await createClient({ url: redis.url }).connect();
    const keys = await store.keys("*");
    await store.close();
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => key.includes(address))).toEqual([]);
  });

  test("the window is fixed: what comes within it does not move its end", async () => {
    const [url = ""] = services.map((service) => service.url);
    const store = await createClient({ url: redis.url }).connect();
    const before = new Set(await store.keys("*"));
    const client = new HttpClient({ url, address: uniqueAddress() });
    const ends: number[] = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      await statusesOf(client, "reset-password", 1);
      // The keys with `/` are the limits by address and path; accounts have a separate limit over a longer time.
      const mine = (await store.keys("*|/*")).filter((key) => !before.has(key));
      const left = await Promise.all(mine.map((key) => store.pTTL(key)));
      ends.push(Date.now() + Math.max(...left));
    }
    await store.close();
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(100);
    expect(Math.max(...ends) - Date.now()).toBeLessThanOrEqual(60_000);
  });

  test("Errors › rate-limit storage that does not answer is 503, and get-session goes on", async () => {
    await redis.kill();
    const [first] = services;
    const client = new HttpClient({ url: first?.url ?? "" });
    const refused = await client.post("/api/auth/sign-in/email", newCredentials());
    expect(refused).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect((await client.get("/api/auth/get-session")).status).toBe(200);
    await redis.start();
    const body = newCredentials();
    await expect.poll(async () => (await client.post("/api/auth/sign-in/email", body)).status).toBe(401);
  });
});

test("Errors › rate-limit storage binding missing on the edge runtime: 503", async () => {
  const service = await startOther("edge-without-store", { EDGE_RUNTIME: "true", RATE_LIMIT_REDIS_URL: "" });
  try {
    const client = new HttpClient({ url: service.url });
    for (const path of [
      "/api/auth/sign-in/email",
      "/api/auth/sign-up/email",
      "/api/auth/email-otp/verify-email",
    ]) {
      const answer = await client.post(path, { ...newCredentials(), otp: "000000" });
      expect(answer).toMatchObject({
        status: 503,
        body: { code: "UNAVAILABLE", requestId: expect.any(String) },
      });
    }
    expect((await client.get("/api/auth/get-session")).status).toBe(200);
  } finally {
    await service.stop();
  }
});
