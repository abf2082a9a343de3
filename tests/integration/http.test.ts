// @alone: loads the service's modules anew
import { v7 as uuidv7 } from "uuid";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { sessionTokens } from "#lib/server/access/session.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTrip, readTrip } from "#tests/factories/trips.ts";
import { handlerFetch, loadRoute, send } from "#tests/helpers/handlers.ts";
import { expectRefused, expectUnauthenticated, expectWritten } from "#tests/helpers/refusals.ts";

const FRIEND = "https://friend.example";
const HOME = "http://localhost:3000";

beforeEach(() => {
  vi.stubEnv("TRUSTED_ORIGINS", `app://,${FRIEND}`);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function cookieOf({ token }: Person): string {
  return sessionTokens().cookie(token).split(";")[0] ?? "";
}

function corsOf(headers: Headers) {
  const names = [
    "access-control-allow-origin",
    "access-control-allow-credentials",
    "access-control-expose-headers",
  ];
  return Object.fromEntries([...names, "vary"].map((name) => [name, headers.get(name)]));
}

const ALLOWED = {
  "access-control-allow-credentials": "true",
  "access-control-expose-headers": "x-trip-seq, x-request-id, link, retry-after, set-auth-token",
  vary: "origin",
};
/** The headers that keep browsers from rendering or executing an answer. */
const SAFE = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
const NOTHING = {
  "access-control-allow-origin": null,
  "access-control-allow-credentials": null,
  "access-control-expose-headers": null,
  vary: "origin",
};

describe("CORS", () => {
  const trusted = [FRIEND, HOME, "app://localhost", "HTTPS://Friend.Example:443"];
  test.each(trusted)("lets %s read answers and refusals", async (origin) => {
    const { token } = await newPerson();
    const headers = { origin };
    const allowed = { "access-control-allow-origin": origin, ...ALLOWED };
    expect(corsOf((await send(tripsApi.list, { token, headers })).headers)).toEqual(allowed);
    expect(corsOf((await send(tripsApi.list, { headers })).headers)).toEqual(allowed);
    expect(corsOf((await send(tripsApi.create, { token, headers, body: {} })).headers)).toEqual(allowed);
    const absent = { params: { tripId: uuidv7() }, token, headers };
    expect(corsOf((await send(tripsApi.get, absent)).headers)).toEqual(allowed);
    expect(corsOf((await handlerFetch("/api/nowhere", { headers })).headers)).toEqual(allowed);
    const wrongMethod = await send({ path: "/api/trips", method: "DELETE" }, { headers });
    expect(corsOf(wrongMethod.headers)).toEqual(allowed);
    const large = await send(tripsApi.create, { token, headers, body: { title: "x".repeat(1024 * 1024) } });
    expect({ status: large.status, ...corsOf(large.headers) }).toEqual({ status: 413, ...allowed });
  });

  test("lets them read what nobody expected, too", async () => {
    const { token } = await newPerson();
    vi.spyOn(freshDatabase().pool, "connect").mockImplementation(() => {
      throw new Error("a bug with secret 42");
    });
    const sent = await send(tripsApi.list, { token, headers: { origin: FRIEND } });
    expectRefused(
      sent,
      ...([500, "INTERNAL"] as const),
      "Something went wrong on our side. Nothing was written; please try again.",
    );
    expect(corsOf(sent.headers)).toEqual({ "access-control-allow-origin": FRIEND, ...ALLOWED });
  });

  test.each(["https://evil.example", `${FRIEND}.evil.example`, "http://friend.example", "null", ""])(
    "gives %j no permission",
    async (origin) => {
      const { token } = await newPerson();
      const sent = await send(tripsApi.list, { token, headers: { origin } });
      // A request with the token is answered from any origin, but the browser must not let another site's page read the
      // answer.
      expect(sent.status).toBe(200);
      expect(corsOf(sent.headers)).toEqual(NOTHING);
    },
  );

  test("answers preflights of every path, known or not, and with a request id", async () => {
    for (const path of [...allEndpoints.map((endpoint) => endpoint.path), "/api/nowhere"]) {
      const headers = { origin: FRIEND, "access-control-request-method": "PATCH" };
      const response = await handlerFetch(path, { method: "OPTIONS", headers });
      expect({ status: response.status, ...Object.fromEntries(response.headers) }, path).toEqual({
        status: 204,
        "cache-control": "private, no-store",
        "access-control-allow-origin": FRIEND,
        ...ALLOWED,
        "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers":
          "content-type, authorization, idempotency-key, x-base-seq, x-force, x-page-user, x-app-lang, x-captcha-response, x-request-id",
        "access-control-max-age": "86400",
        ...SAFE,
        "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
    const foreign = await handlerFetch("/api/trips", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example" },
    });
    expect(foreign.status).toBe(204);
    expect(corsOf(foreign.headers)).toEqual(NOTHING);
    expect(foreign.headers.get("access-control-allow-methods")).toBeNull();
  });
});

describe("a session", () => {
  test("in a cookie reads and writes from our own pages", async () => {
    const ann = await newPerson();
    const cookie = cookieOf(ann);
    expect((await send(tripsApi.list, { headers: { cookie } })).status).toBe(200);
    for (const origin of [HOME, FRIEND, "app://localhost"]) {
      const headers = { cookie, origin };
      expectWritten(await send(tripsApi.create, { headers, body: { title: "Kyoto" } }), 201);
    }
    const noOrigin = await send(tripsApi.create, { headers: { cookie }, body: { title: "Kyoto" } });
    expectWritten(noOrigin, 201);
  });

  test.each(["https://evil.example", "null", `${HOME}.evil.example`, "http://localhost:3001"])(
    "in a cookie writes nothing for %s",
    async (origin) => {
      const ann = await newPerson();
      const trip = await newTrip(ann);
      const headers = { cookie: cookieOf(ann), origin };
      for (const endpoint of [tripsApi.delete, tripsApi.archive, tripsApi.update]) {
        const body = endpoint === tripsApi.update ? { title: "Theirs" } : undefined;
        const sent = await send(endpoint, { params: { tripId: trip.id }, headers, body });
        expectRefused(sent, 403, "INVALID_ORIGIN", "Requests from this origin are not accepted.");
      }
      expect(await readTrip(ann, trip.id)).toEqual(trip);
    },
  );

  test("in a cookie that was tampered with is none", async () => {
    const ann = await newPerson();
    const cookie = cookieOf(ann);
    const [name, value = ""] = cookie.split("=", 2);
    const [token] = value.split(".");
    for (const forged of [
      `${name}=${token}`,
      `${name}=${token}.x`,
      `${cookie}x`,
      cookie.replace(/.$/, "%41"),
    ]) {
      expectUnauthenticated(await send(tripsApi.list, { headers: { cookie: forged } }));
    }
  });

  test("as a bearer needs no origin, and ends with its expiry", async () => {
    const ann = await newPerson();
    const headers = { origin: "https://evil.example" };
    expectWritten(await send(tripsApi.create, { token: ann.token, headers, body: { title: "Kyoto" } }), 201);
    const { pool } = freshDatabase();
    await pool.query("update sessions set expires_at = now() - interval '1 second' where id = $1", [
      ann.sessionId,
    ]);
    expectUnauthenticated(await send(tripsApi.list, { token: ann.token }));
  });

  test("is never taken from the address", async () => {
    const { token } = await newPerson();
    const response = await handlerFetch(`/api/trips?token=${token}`);
    expect(response.status).toBe(401);
  });
});

function comparable({ status, headers }: Response) {
  return { status, headers: [...headers].filter(([name]) => name !== "x-request-id") };
}

describe("methods and paths", () => {
  test("that don't fit are 405 with the ones that do", async () => {
    const sent = await send({ path: "/api/trips", method: "PUT" }, { body: { title: "Kyoto" } });
    expectRefused(sent, 405, "METHOD_NOT_ALLOWED", "This path takes GET, POST.");
    expect(sent.headers.get("allow")).toBe("GET, POST, OPTIONS");
  });

  test.each(["/api/nowhere", "/api/trips/x/y/z", "/api/", "/api/trips/%2e%2e/%2e%2e/etc/passwd"])(
    "that don't exist are 404 in the error shape: %s",
    async (path) => {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        const response = await handlerFetch(path, { method });
        const text = await response.text();
        const sent = { status: response.status, body: JSON.parse(text), text, headers: response.headers };
        expectRefused(sent, 404, "NOT_FOUND", "This path does not exist. /api-docs lists those that do.");
      }
    },
  );

  test("HEAD is GET: the same status and headers, for a refusal too", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const authorization = `Bearer ${ann.token}`;
    for (const [path, headers] of [
      [`/api/trips/${trip.id}`, { authorization }],
      [`/api/trips/${uuidv7()}`, { authorization }],
      ["/api/trips", {}],
      ["/api/openapi.json", {}],
    ] as const) {
      const [get, head] = await Promise.all([
        handlerFetch(path, { headers }),
        handlerFetch(path, { method: "HEAD", headers }),
      ]);
      expect(comparable(head)).toEqual(comparable(get));
    }
  });
});

describe("every answer", () => {
  test("has an id of its own, whatever the caller sends as one", async () => {
    const { token } = await newPerson();
    const headers = { "x-request-id": "mine" };
    const ids = new Set<string | null>();
    for (let index = 0; index < 5; index++) {
      ids.add((await send(tripsApi.list, { token, headers })).headers.get("x-request-id"));
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain("mine");
  });

  test("to a reader is private, is JSON, and names no seq", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const { headers } = await send(tripsApi.get, { params: { tripId: trip.id }, token: ann.token });
    expect(Object.fromEntries(headers)).toEqual({
      "cache-control": "private, no-store",
      "content-type": "application/json",
      ...SAFE,
      "x-request-id": expect.any(String),
      vary: "origin",
    });
  });

  test("of a route that has no fresh database path is 503, and the service starts all the same", async () => {
    vi.stubEnv("DATABASE_CACHED_URL", process.env.DATABASE_URL ?? "");
    vi.stubEnv("DATABASE_URL", "");
    vi.resetModules();
    const { GET } = await import("#app/api/trips/route.ts");
    const params = Promise.resolve({});
    const request = new Request(`${HOME}/api/trips`, {
      headers: { authorization: "Bearer x", origin: FRIEND },
    });
    const response = await GET(request, { params });
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 503,
      body: {
        code: "UNAVAILABLE",
        message: "The service has no fresh database path: set DATABASE_URL.",
        requestId: response.headers.get("x-request-id"),
      },
    });
    expect(corsOf(response.headers)).toEqual({ "access-control-allow-origin": FRIEND, ...ALLOWED });
    expect((await (await import("#app/api/openapi.json/route.ts")).GET(request, { params })).status).toBe(
      200,
    );
    vi.resetModules();
    expect(Object.keys(await loadRoute("/api/trips"))).toContain("GET");
  });

  test("to an app gives no permission where the list leaves apps out", async () => {
    vi.stubEnv("TRUSTED_ORIGINS", FRIEND);
    vi.resetModules();
    const { corsHeaders } = await import("#lib/server/http/cors.ts");
    expect(corsHeaders("app://localhost")).toEqual({ vary: "origin" });
    expect(corsHeaders(HOME)["access-control-allow-origin"]).toBe(HOME);
    vi.resetModules();
  });
});
