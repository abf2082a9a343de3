// @alone: loads the service's modules anew
import { afterEach, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { findSession } from "#lib/server/access/session.ts";
import { authApi, refusedWith, sessionOf, signUpAndVerify, signUpPerson } from "#tests/helpers/auth-api.ts";
import { ageSession, sessionRow, userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, useMailbox } from "#tests/helpers/mailbox.ts";

useMailbox();

const DAY_MS = 24 * 60 * 60 * 1000;

function find(headers: Record<string, string>, now?: Date) {
  return findSession(freshDatabase(), new Headers(headers), now);
}

describe("findSession is null", () => {
  test("for nobody, junk, another scheme and a token that was never given", async () => {
    const { cookie, token } = await signUpAndVerify();
    const [name, value = ""] = cookie.split("=");
    const requests: Record<string, string>[] = [
      {},
      { cookie: "" },
      { cookie: `${name}=` },
      { cookie: `${name}=${token}` },
      { cookie: `${name}=${token}.${"A".repeat(43)}%3D` },
      { cookie: `${name}=${value.replace(/^./, "_")}` },
      { cookie: `other=${value}` },
      { cookie: `__Secure-${cookie}` },
      { cookie: `${name}=%E0%A4%A` },
      { authorization: "Bearer" },
      { authorization: `Bearer ${"x".repeat(32)}` },
      { authorization: `Bearer ${"x".repeat(5000)}` },
      { authorization: `Basic ${token}` },
      { authorization: token },
    ];
    for (const headers of requests) expect(await find(headers), JSON.stringify(headers)).toBeNull();
  });

  test("for a bad bearer beside a good cookie", async () => {
    const { cookie } = await signUpAndVerify();
    expect(await find({ cookie, authorization: "Bearer nonsense" })).toBeNull();
  });

  test("from the moment a session expires", async () => {
    const { token } = await signUpAndVerify();
    const row = await sessionRow(token);
    const end = row?.expiresAt.getTime() ?? 0;
    const headers = { authorization: `Bearer ${token}` };
    expect(await find(headers, new Date(end))).toBeNull();
    expect(await find(headers, new Date(end - 1))).not.toBeNull();
  });
});

describe("findSession", () => {
  test("accepts the cookie and both forms of the token that better-auth issues, and agrees with get-session", async () => {
    const { cookie, token, signedToken, email } = await signUpAndVerify();
    const row = await sessionRow(token);
    const user = await userRow(email);
    const viewer = {
      userId: user?.id,
      sessionId: row?.id,
      user: {
        id: user?.id,
        name: user?.name,
        email,
        emailVerified: true,
        image: user?.image,
        defaultCurrency: "JPY",
        twoFactorEnabled: false,
        isAnonymous: false,
      },
      expiresAt: row?.expiresAt,
      refreshCookie: null,
    };
    expect(await find({ cookie })).toEqual({ ...viewer, via: "cookie" });
    expect(await find({ cookie: `a=b; ${cookie}; c="d"` })).toEqual({ ...viewer, via: "cookie" });
    expect(await find({ authorization: `Bearer ${token}` })).toEqual({ ...viewer, via: "bearer" });
    expect(await find({ authorization: `bearer  ${signedToken}` })).toEqual({ ...viewer, via: "bearer" });
    const encoded = encodeURIComponent(signedToken);
    expect(await find({ authorization: `Bearer ${encoded}` })).toEqual({ ...viewer, via: "bearer" });
    const { body } = await authApi().get("/get-session", { cookie });
    expect(body).toMatchObject({ session: { id: viewer.sessionId }, user: viewer.user });
  });

  test("is never cached: an edit of the user and a sign-out show at once", async () => {
    const { cookie, token } = await signUpAndVerify();
    const headers = { authorization: `Bearer ${token}` };
    await authApi().post("/update-user", { name: "Ann B.", defaultCurrency: "EUR" }, headers);
    expect(await find({ cookie })).toMatchObject({ user: { name: "Ann B.", defaultCurrency: "EUR" } });
    await authApi().post("/sign-out", {}, headers);
    expect(await find({ cookie })).toBeNull();
  });

  test("takes one statement", async () => {
    const { cookie } = await signUpAndVerify();
    const query = vi.spyOn(freshDatabase().pool, "query");
    await find({ cookie });
    expect(query).toHaveBeenCalledTimes(1);
    expect(query.mock.calls[0]?.[0]).toMatchObject({ name: "session_by_token" });
  });
});

describe("the life of a session", () => {
  test("stays as it is within a day of its last extension", async () => {
    const { cookie, token } = await signUpAndVerify();
    const before = await sessionRow(token);
    const now = new Date((before?.updatedAt.getTime() ?? 0) + DAY_MS);
    expect(await find({ cookie }, now)).toMatchObject({ refreshCookie: null });
    await awaitDeferredWork();
    expect(await sessionRow(token)).toEqual(before);
  });

  test("is extended to 30 days once a day, by the cookie that better-auth would set", async () => {
    const { cookie, token, signedToken } = await signUpAndVerify();
    const now = new Date(Date.now() + DAY_MS + 1000);
    const expiresAt = new Date(now.getTime() + 30 * DAY_MS);
    const refreshCookie = `better-auth.session_token=${encodeURIComponent(signedToken)}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`;
    expect(await find({ cookie }, now)).toMatchObject({ expiresAt, refreshCookie });
    await awaitDeferredWork();
    expect(await sessionRow(token)).toMatchObject({ expiresAt, updatedAt: now });
    expect(await find({ cookie }, now)).toMatchObject({ refreshCookie: null });
  });

  test("is extended for bearers without a cookie", async () => {
    const { token } = await signUpAndVerify();
    const now = new Date(Date.now() + 2 * DAY_MS);
    const found = await find({ authorization: `Bearer ${token}` }, now);
    await awaitDeferredWork();
    expect(found).toMatchObject({ refreshCookie: null });
    expect(await sessionRow(token)).toMatchObject({ updatedAt: now });
  });

  test("is extended by get-session too", async () => {
    const { cookie, token, signedToken } = await signUpAndVerify();
    const old = new Date(Date.now() - 2 * DAY_MS);
    await ageSession(token, { updatedAt: old, expiresAt: new Date(old.getTime() + 30 * DAY_MS) });
    const answer = await authApi().get("/get-session", { cookie });
    expect(answer.headers.getSetCookie()).toEqual([
      `better-auth.session_token=${encodeURIComponent(signedToken)}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    ]);
    const row = await sessionRow(token);
    expect(row?.updatedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test("is a day without renewal when the person is not to be remembered", async () => {
    const person = await signUpAndVerify();
    const { cookie, token } = sessionOf(
      await authApi().post("/sign-in/email", { ...person, rememberMe: false }),
    );
    const row = await sessionRow(token);
    const life = (row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0);
    expect(Math.round(life / 1000)).toBe(DAY_MS / 1000);
    const lastMoment = new Date((row?.expiresAt.getTime() ?? 0) - 1);
    expect(await find({ cookie }, lastMoment)).toMatchObject({ refreshCookie: null });
  });
});

/** Creates a session that has been in use for `days` days since the sign-in. */
async function usedFor(days: number) {
  const person = await signUpAndVerify();
  await ageSession(person.token, { createdAt: new Date(Date.now() - days * DAY_MS) });
  return person;
}

describe("the last end of a session", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  test("comes 90 days after the sign-in, however it is asked for", async () => {
    const { cookie, token } = await usedFor(90);
    expect(await find({ cookie })).toBeNull();
    expect(await find({ authorization: `Bearer ${token}` })).toBeNull();
    expect((await sessionRow(token))?.expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  test.each(["a request", "get-session", "another request about the account"])(
    "is where %s extends it to, at most",
    async (by) => {
      const { cookie, token } = await usedFor(85);
      const old = new Date(Date.now() - 2 * DAY_MS);
      await ageSession(token, { updatedAt: old, expiresAt: new Date(old.getTime() + 30 * DAY_MS) });
      if (by === "a request") await find({ cookie });
      else await authApi().get(by === "get-session" ? "/get-session" : "/list-sessions", { cookie });
      await awaitDeferredWork();
      const row = await sessionRow(token);
      expect(row?.expiresAt).toEqual(new Date((row?.createdAt.getTime() ?? 0) + 90 * DAY_MS));
      expect(row?.updatedAt.getTime()).toBeGreaterThan(old.getTime());
      expect(await find({ cookie })).not.toBeNull();
    },
  );

  test("stays where it was when turning the second factor off puts another session in its place", async () => {
    const { token } = await usedFor(85);
    const end = (await sessionRow(token))?.createdAt.getTime() ?? 0;
    const off = await authApi().call("/two-factor/disable", {
      headers: { authorization: `Bearer ${token}` },
    });
    const next = await sessionRow(sessionOf(off).token);
    expect(next?.expiresAt).toEqual(new Date(end + 90 * DAY_MS));
  });

  test("has come for what is about the account, too: nothing of it is changed or shown any more", async () => {
    const { token, password } = await usedFor(90);
    const bearer = { authorization: `Bearer ${token}` };
    const next = { currentPassword: password, newPassword: "another long one 5" };
    const REFUSED = refusedWith(401, "UNAUTHORIZED");
    expect(await authApi().post("/change-password", next, bearer)).toEqual(REFUSED);
    expect(await authApi().call("/two-factor/disable", { headers: bearer })).toEqual(REFUSED);
    expect(await authApi().get("/list-accounts", bearer)).toEqual(REFUSED);
    expect(await sessionRow(token)).toBeUndefined();
  });

  test("is what the operator says, and get-session ends it too", async () => {
    const { cookie, token } = await usedFor(8);
    const old = new Date(Date.now() - 2 * DAY_MS);
    await ageSession(token, { updatedAt: old, expiresAt: new Date(old.getTime() + 30 * DAY_MS) });
    vi.stubEnv("SESSION_LONGEST_DAYS", "7");
    vi.resetModules();
    const handlers = await import("#app/api/auth/[...all]/route.ts");
    const shorter = await import("#lib/server/access/session.ts");
    expect(await shorter.findSession(freshDatabase(), new Headers({ cookie }))).toBeNull();
    await authApi(handlers).get("/get-session", { cookie });
    const answer = await authApi(handlers).get("/get-session", { cookie });
    expect(answer).toMatchObject({ status: 200, body: null });
    expect(await sessionRow(token)).toBeUndefined();
    await (await import("#lib/server/http/defer.ts")).awaitDeferredWork();
    await (await import("#lib/server/process/database.ts")).closeDatabases();
  });

  test("does not come for guests, who have nothing to sign in with again", async () => {
    const { cookie, email } = await usedFor(300);
    await freshDatabase().pool.query("update users set is_anonymous = true where email = $1", [email]);
    expect(await find({ cookie })).toMatchObject({ user: { isAnonymous: true } });
  });
});

describe("behind https", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  test("the cookie is Secure under its prefixed name, and findSession reads it", async () => {
    const { email } = await signUpPerson();
    vi.stubEnv("BASE_URL", "https://trips.example");
    vi.resetModules();
    const handlers = await import("#app/api/auth/[...all]/route.ts");
    const secure = await import("#lib/server/access/session.ts");
    const { closeDatabases } = await import("#lib/server/process/database.ts");
    const answer = await authApi(handlers).post("/email-otp/verify-email", { email, otp: lastCode(email) });
    const { cookie, signedToken } = sessionOf(answer);
    const set = `__Secure-better-auth.session_token=${encodeURIComponent(signedToken)}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`;
    expect(answer.headers.getSetCookie()).toEqual([set]);
    const later = new Date(Date.now() + 2 * DAY_MS);
    const found = await secure.findSession(freshDatabase(), new Headers({ cookie }), later);
    expect(found).toMatchObject({ user: { email }, refreshCookie: set });
    const bare = cookie.replace("__Secure-", "");
    expect(await secure.findSession(freshDatabase(), new Headers({ cookie: bare }))).toBeNull();
    await (await import("#lib/server/http/defer.ts")).awaitDeferredWork();
    await closeDatabases();
  });
});
