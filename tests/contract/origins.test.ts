import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "#tests/helpers/app.ts";
import { WEB_ORIGIN } from "./global-service.ts";
import { BrowserClient, HttpClient, serviceUrl, textAt } from "./http-client.ts";
import { startOther } from "./other-service.ts";
import { expectOk, newBrowserPerson, newCredentials, newNativePerson } from "./people.ts";
import { query } from "./rows.ts";
import { newTrip } from "./trips.ts";

const OWN = () => new URL(serviceUrl()).origin;
const FOREIGN = [
  "https://evil.example",
  `${WEB_ORIGIN}.evil.example`,
  WEB_ORIGIN.replace("https", "http"),
  `${WEB_ORIGIN}:8443`,
  "https://example.test",
  "null",
];

describe("Authentication › 7: trusted origins may call the authentication endpoints", () => {
  test.each([WEB_ORIGIN, "app://", "app://auth", "its own"])("%s may", async (given) => {
    const origin = given === "its own" ? OWN() : given;
    const answer = await new HttpClient().post("/api/auth/sign-up/email", newCredentials(), { origin });
    expect(answer.status).toBe(200);
    const browser = await newBrowserPerson({}, {});
    expect((await browser.client.post("/api/auth/sign-out", undefined, { origin })).status).toBe(200);
  });

  test.each(FOREIGN)("%s may not", async (origin) => {
    const answer = await new HttpClient().post("/api/auth/sign-up/email", newCredentials(), { origin });
    expect(answer).toMatchObject({ status: 403, body: { code: expect.stringMatching(/ORIGIN/) } });
    const { client } = await newBrowserPerson();
    const signOut = await client.post("/api/auth/sign-out", undefined, { origin });
    expect(signOut.status).toBe(403);
    expect((await client.get("/api/trips")).status).toBe(200);
  });

  test("nor may a cookie without any Origin change anything", async () => {
    const { client } = await newBrowserPerson();
    const headers = { cookie: client.jar.cookieHeader(client.url) };
    const answer = await new HttpClient().post("/api/auth/sign-out", undefined, headers);
    expect(answer.status).toBe(403);
    const trip = await new HttpClient().post(
      "/api/trips",
      { title: "Forged" },
      { ...headers, origin: "https://evil.example" },
    );
    expect(trip.status).toBe(403);
    expect((await client.get("/api/trips")).status).toBe(200);
  });
});

describe("Authentication › 7: `TRUSTED_ORIGINS` decides CORS", () => {
  const PATHS = [
    "/api/auth/sign-in/email",
    "/api/trips",
    "/api/mobile-auth/oauth/exchange",
    "/api/users/avatar",
  ];

  test.each(PATHS)("a preflight of %s", async (path) => {
    for (const origin of [WEB_ORIGIN, "app://"]) {
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers":
          "content-type,authorization,x-captcha-response,x-app-lang,idempotency-key",
      };
      const answer = await new HttpClient().send("OPTIONS", path, undefined, headers);
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
      expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
      expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
      const allowed = (answer.headers.get("access-control-allow-headers") ?? "").toLowerCase();
      for (const header of headers["access-control-request-headers"].split(","))
        expect(allowed).toContain(header);
    }
    for (const origin of FOREIGN) {
      const headers = { origin, "access-control-request-method": "POST" };
      const answer = await new HttpClient().send("OPTIONS", path, undefined, headers);
      expect(answer.headers.get("access-control-allow-origin"), origin).toBeNull();
    }
  });

  test("an answer, and every refusal, says that the origin may read it", async () => {
    const { client } = await newNativePerson();
    const tripId = textAt(await newTrip(client), "id");
    const headers = { origin: WEB_ORIGIN };
    const nobody = new HttpClient();
    const answers = [
      await client.get(`/api/trips/${tripId}`, headers),
      await nobody.get("/api/trips", headers),
      await nobody.get("/api/auth/get-session", headers),
      await nobody.get("/api/no-such-path", headers),
      await nobody.get("/api/auth/no-such-path", headers),
      await nobody.send("DELETE", "/api/auth/get-session", undefined, headers),
      await nobody.post("/api/auth/sign-in/email", newCredentials(), headers),
      await nobody.post("/api/auth/sign-in/email", "{", headers),
      await nobody.post("/api/auth/mini-program/sign-in", { code: "no-such-code" }, headers),
      await nobody.post("/api/mobile-auth/oauth/exchange", { code: "no-such-code" }, headers),
      await client.post("/api/trips", {}, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 401, 200, 404, 404, 405, 401, 400, 401, 400, 422,
    ]);
    for (const answer of answers) {
      expect(answer.headers.get("access-control-allow-origin")).toBe(WEB_ORIGIN);
      expect(answer.headers.get("vary")?.toLowerCase()).toContain("origin");
    }
  });
});

test("Errors › uncaught runtime error: response with CORS headers added", async () => {
  const { client, id } = await newNativePerson();
  await query(
    `create function fail_user() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`,
  );
  await query(
    `create trigger fail_user before update on users for each row when (new.id = '${id}') execute function fail_user()`,
  );
  try {
    const headers = { origin: WEB_ORIGIN };
    const answer = await client.post("/api/auth/update-user", { name: "Never Written" }, headers);
    expect(answer).toMatchObject({ status: 500, body: { code: "INTERNAL", requestId: expect.any(String) } });
    expect(answer.text).not.toContain("broken");
    expect(answer.headers.get("access-control-allow-origin")).toBe(WEB_ORIGIN);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  } finally {
    await query("drop function fail_user cascade");
  }
});

describe("Authentication › 7: the scheme `app://` is trusted by default; a deployment that sets the list explicitly must include it", () => {
  let defaults: App;
  let explicit: App;

  beforeAll(async () => {
    defaults = await startOther("default-origins", { TRUSTED_ORIGINS: "" });
    explicit = await startOther("explicit-origins", { TRUSTED_ORIGINS: WEB_ORIGIN });
  });

  afterAll(async () => {
    await defaults.stop();
    await explicit.stop();
  });

  test("trusted by default, and no web origin with it", async () => {
    expect(await asApp(defaults)).toEqual([200, 200, 1]);
    const headers = { origin: WEB_ORIGIN };
    const refused = await new HttpClient({ url: defaults.url }).post(
      "/api/auth/sign-up/email",
      newCredentials(),
      headers,
    );
    expect(refused.status).toBe(403);
  });

  test("an explicit list without it refuses", async () => {
    expect(await asApp(explicit)).toEqual([403, 403, 0]);
    const headers = { origin: WEB_ORIGIN };
    expectOk(
      await new HttpClient({ url: explicit.url }).post("/api/auth/sign-up/email", newCredentials(), headers),
    );
  });
});

/** Returns the statuses of a sign-up, a callback address and a read of a client on app://. */
async function asApp({ url }: App): Promise<number[]> {
  const signUp = await new HttpClient({ url }).post("/api/auth/sign-up/email", newCredentials(), {
    origin: "app://",
  });
  const callback = { provider: "idp-primary", callbackURL: "app://auth/callback" };
  const social = await new BrowserClient({ url }).post("/api/auth/sign-in/social", callback);
  const cors = await new HttpClient({ url }).get("/api/auth/get-session", { origin: "app://" });
  return [signUp.status, social.status, cors.headers.get("access-control-allow-origin") === "app://" ? 1 : 0];
}
