// @alone: loads the service's modules anew
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { auth } from "#lib/server/auth/auth.ts";
import { OPEN_PATHS, matchOpenPath } from "#lib/server/auth/open-paths.ts";
import { authApi, newPerson, ORIGIN, refusedWith, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";
import { uniqueAddress } from "#tests/helpers/unique.ts";

useMailbox();

beforeEach(() => {
  vi.stubEnv("TRUSTED_ORIGINS", "app://,https://friend.example");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("paths", () => {
  test("open are these and no others", () => {
    expect(Object.entries(OPEN_PATHS).map(([path, methods]) => `${methods.join("|")} ${path}`)).toEqual([
      "POST /sign-up/email",
      "POST /sign-in/email",
      "POST /sign-in/email-otp",
      "POST /sign-in/social",
      "POST /sign-in/anonymous",
      "GET|POST /callback/:id",
      "POST /mini-program/sign-in",
      "POST /sign-out",
      "GET /get-session",
      "POST /update-user",
      "POST /email-otp/verify-email",
      "POST /email-otp/send-verification-otp",
      "POST /email-otp/request-email-change",
      "POST /email-otp/change-email",
      "POST /email-otp/request-password-reset",
      "POST /email-otp/reset-password",
      "POST /request-password-reset",
      "POST /reset-password",
      "GET /reset-password/:token",
      "POST /change-password",
      "POST /change-email",
      "GET /verify-email",
      "GET /list-sessions",
      "POST /revoke-session",
      "POST /revoke-sessions",
      "GET /list-accounts",
      "POST /unlink-account",
      "POST /two-factor/enable",
      "POST /two-factor/verify-totp",
      "POST /two-factor/verify-backup-code",
      "POST /two-factor/generate-backup-codes",
      "POST /two-factor/disable",
    ]);
  });

  test("that better-auth would answer beside them are 404, and none of the open ones is unknown to it", async () => {
    // Endpoints that only the server calls have no path, although their type says so.
    const paths: unknown[] = Object.values(auth().api).map(({ path }) => path);
    const known = paths.filter((path) => typeof path === "string");
    const closed = [...new Set(known)].filter((path) => matchOpenPath(path) === null);
    expect(closed).toEqual(
      expect.arrayContaining([
        "/delete-user",
        "/verify-password",
        "/update-session",
        "/send-verification-email",
        "/ok",
      ]),
    );
    for (const path of closed) {
      const method = /callback|token|info|^\/ok|^\/error|^\/delete-user\/callback/.test(path)
        ? "GET"
        : "POST";
      const answer = await authApi().call(path.replace(/:\w+/, "x"), { method });
      expect(answer, path).toEqual(refusedWith(404, "NOT_FOUND", "This does not exist."));
    }
    expect(Object.keys(OPEN_PATHS).filter((path) => !known.includes(path))).toEqual([]);
  });

  test("that look like open ones are 404", async () => {
    for (const path of [
      "",
      "/",
      "/get-session/",
      "//get-session",
      "/get%2Dsession",
      "/constructor",
      "/reset-password/a/b",
    ]) {
      expect(await authApi().get(path), path).toEqual(refusedWith(404, "NOT_FOUND"));
    }
  });

  test("with another method are 405", async () => {
    const person = newPerson();
    for (const method of ["GET", "PUT", "PATCH", "DELETE"] as const) {
      const answer = await authApi().call("/sign-up/email", { method });
      expect(answer, method).toEqual(refusedWith(405, "METHOD_NOT_ALLOWED", "This path takes POST."));
    }
    const posted = await authApi().post("/get-session", person);
    expect(posted).toEqual(refusedWith(405, "METHOD_NOT_ALLOWED", "This path takes GET."));
  });

  test("need a session where they are about one's account", async () => {
    for (const [path, body] of [
      ["/update-user", { name: "New" }],
      ["/change-password", { currentPassword: "12345678", newPassword: "12345678" }],
      ["/email-otp/request-email-change", { newEmail: newPerson().email, otp: "123456" }],
      ["/email-otp/change-email", { newEmail: newPerson().email, otp: "123456" }],
      ["/change-email", { newEmail: newPerson().email }],
      ["/revoke-session", { token: "x" }],
      ["/revoke-sessions", {}],
      ["/unlink-account", { providerId: "credential", accountId: "1" }],
      ["/two-factor/enable", {}],
      ["/two-factor/disable", {}],
      ["/two-factor/generate-backup-codes", {}],
    ] as const) {
      expect(await authApi().post(path, body), path).toEqual(refusedWith(401, "UNAUTHORIZED"));
    }
    expect(await authApi().get("/list-accounts")).toEqual(refusedWith(401, "UNAUTHORIZED"));
  });
});

describe("every answer", () => {
  test("is private and carries a request id, refusals and redirects included", async () => {
    const answers = [
      await authApi().get("/get-session"),
      await authApi().get("/nowhere"),
      await authApi().post("/sign-in/email", newPerson()),
      await authApi().get("/reset-password/unknown?callbackURL=%2Freset-password"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 302]);
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get("vary")).toBe("origin");
    }
  });

  test("to HEAD is that to GET", async () => {
    const { GET } = await import("#app/api/auth/[...all]/route.ts");
    const answer = await GET(new Request(`${ORIGIN}/api/auth/get-session`, { method: "HEAD" }));
    expect(answer.status).toBe(200);
  });

  test("above 1 MiB of body is 413", async () => {
    const answer = await authApi().post("/sign-in/email", {
      ...newPerson(),
      password: "x".repeat(1024 * 1024),
    });
    expect(answer).toEqual(refusedWith(413, "TOO_LARGE"));
  });
});

describe("CORS", () => {
  test.each(["https://friend.example", "app://", "app://localhost", ORIGIN])("allows %s", async (origin) => {
    const preflight = await authApi().call("/sign-in/email", { method: "OPTIONS", headers: { origin } });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": expect.stringContaining("x-captcha-response"),
      vary: "origin",
    });
    const refused = await authApi().post("/sign-in/email", newPerson(), { origin });
    expect(refused).toEqual(refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"));
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": "x-trip-seq, x-request-id, link, retry-after, set-auth-token",
    });
  });

  test.each([
    "https://evil.example",
    "https://friend.example.evil.example",
    "http://friend.example",
    "null",
    "https://",
  ])("gives %s no permission", async (origin) => {
    const preflight = await authApi().call("/sign-in/email", { method: "OPTIONS", headers: { origin } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    expect(preflight.headers.get("access-control-allow-methods")).toBeNull();
    const refused = await authApi().post("/sign-up/email", newPerson(), { origin });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("leaves no untrusted place to send a person to", async () => {
    const person = await signUpAndVerify();
    const callbackURL = "https://evil.example/";
    const signIn = await authApi().post("/sign-in/email", { ...person, callbackURL });
    expect(signIn).toEqual(refusedWith(403, "INVALID_CALLBACK_URL"));
    const reset = await authApi().post("/request-password-reset", {
      email: person.email,
      redirectTo: callbackURL,
    });
    expect(reset).toEqual(refusedWith(403, "INVALID_REDIRECT_URL"));
    expect(mailsTo(person.email)).toHaveLength(1);
  });
});

function askWithoutAddress(email: string) {
  return authApi(undefined, "").post("/email-otp/verify-email", { email, otp: "123456" });
}

describe("limits", () => {
  const OTP_PATHS = ["send-verification-otp", "verify-email", "request-password-reset", "reset-password"];

  test.each(OTP_PATHS)(
    "refuse the fourth %s of an address within 60 s, and count anew after",
    async (path) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const api = authApi();
      const body = { ...newPerson(), otp: "123456", type: "sign-in" };
      const send = () => api.post(`/email-otp/${path}`, body, { origin: ORIGIN });
      for (const _ of [1, 2, 3]) {
        expect((await send()).status).not.toBe(429);
        vi.advanceTimersByTime(15_000);
      }
      const refused = await send();
      expect(refused).toEqual(refusedWith(429, "RATE_LIMITED", "Too many requests. Please try again later."));
      expect(Object.fromEntries(refused.headers)).toMatchObject({
        "retry-after": "15",
        "cache-control": "private, no-store",
        "access-control-allow-origin": ORIGIN,
      });
      expect(refused.headers.get("x-retry-after")).toBeNull();
      vi.advanceTimersByTime(15_000);
      expect((await send()).status).not.toBe(429);
    },
  );

  test("hold for an address alone, however many ask at once", async () => {
    const ip = uniqueAddress();
    const body = { email: newPerson().email, otp: "123456" };
    const asked = Array.from({ length: 10 }, () =>
      authApi(undefined, ip).post("/email-otp/verify-email", body),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect((await authApi().post("/email-otp/verify-email", body)).status).toBe(400);
  });

  test("take no address from a header that anyone can send", async () => {
    const ip = uniqueAddress();
    const body = { email: newPerson().email, otp: "123456" };
    const statuses: number[] = [];
    for (const fake of ["1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4"]) {
      const headers = { "x-forwarded-for": fake, "x-real-ip": fake };
      statuses.push((await authApi(undefined, ip).post("/email-otp/verify-email", body, headers)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  test("without an address are those of the email that a request names", async () => {
    const [ann, ben] = [newPerson(), newPerson()];
    const statuses = [];
    for (const email of [ann.email, ann.email, ann.email, ann.email.toUpperCase(), ben.email]) {
      statuses.push((await askWithoutAddress(email)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429, 400]);
  });

  test("never hold for get-session", async () => {
    const api = authApi();
    const answers = await Promise.all(Array.from({ length: 150 }, () => api.get("/get-session")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("that can't be decided on the edge refuse with 503", async () => {
    vi.stubEnv("EDGE_RUNTIME", "true");
    vi.resetModules();
    const handlers = await import("#app/api/auth/[...all]/route.ts");
    const answer = await authApi(handlers).post("/sign-in/email", newPerson(), { origin: ORIGIN });
    expect(answer).toEqual(refusedWith(503, "UNAVAILABLE", "The store of rate limits is not configured."));
    expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(await authApi(handlers).get("/get-session")).toMatchObject({ status: 200, body: null });
    await (await import("#lib/server/process/database.ts")).closeDatabases();
  });

  test("or sessions without a fresh database path are 503", async () => {
    vi.stubEnv("DATABASE_URL", "");
    vi.stubEnv("DATABASE_CACHED_URL", "postgresql://nobody@127.0.0.1:1/none");
    vi.resetModules();
    const handlers = await import("#app/api/auth/[...all]/route.ts");
    expect(await authApi(handlers).get("/get-session")).toEqual(refusedWith(503, "UNAVAILABLE"));
  });
});
