import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts, sessions, users } from "#db/schema/auth.ts";
import { avatarImage } from "#lib/server/auth/avatar-image.ts";
import { listenToAuth } from "#lib/server/auth/listeners.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import {
  authApi,
  newPerson,
  refusedWith,
  signUpAndVerify,
  signUpPerson,
  UUID_V7,
} from "#tests/helpers/auth-api.ts";
import { ageCode, userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";

useMailbox();

describe("sign-up is refused", () => {
  test.each([
    ["an empty name", { name: "   " }, "INVALID_NAME"],
    ["a name of 65 characters", { name: "x".repeat(65) }, "INVALID_NAME"],
    ["a name of 65 emoji", { name: "🙂".repeat(65) }, "INVALID_NAME"],
    ["a name that nobody can see", { name: "\u200B\u2060" }, "INVALID_NAME"],
    ["a name that turns what follows it", { name: "Ann\u202E" }, "INVALID_NAME"],
    ["a name of two lines", { name: "Ann\nLee" }, "INVALID_NAME"],
    ["a short password", { password: "1234567" }, "PASSWORD_TOO_SHORT"],
    ["a long password", { password: "x".repeat(129) }, "PASSWORD_TOO_LONG"],
    ["a long address", { email: `${"a".repeat(60)}@${"b.".repeat(100)}test` }, "VALIDATION_ERROR"],
    ["an unknown currency", { defaultCurrency: "ABC" }, "VALIDATION_ERROR"],
  ])("for %s, whether or not the address is known", async (_, change, code) => {
    const known = await signUpPerson();
    const api = authApi();
    const forNew = await api.post("/sign-up/email", { ...newPerson(), ...change });
    const forKnown = await api.post("/sign-up/email", { ...known, ...change });
    expect(forNew).toMatchObject({ status: 400, body: { code } });
    expect(forKnown).toMatchObject({
      status: 400,
      body: { ...Object(forNew.body), requestId: expect.any(String) },
    });
  });

  test("for missing and mistyped fields, naming each", async () => {
    const answer = await authApi().post("/sign-up/email", { email: "not an address", password: 5 });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      code: "VALIDATION_ERROR",
      message: expect.any(String),
      issues: [
        { path: "name", message: expect.any(String) },
        { path: "email", message: expect.any(String) },
        { path: "password", message: expect.any(String) },
      ],
      requestId: expect.stringMatching(UUID_V7),
    });
  });

  test("for a body that is no JSON, holds a NUL, or is of another type", async () => {
    const api = authApi();
    const json = { "content-type": "application/json" };
    expect(await api.post("/sign-up/email", "{", json)).toEqual(refusedWith(400, "BAD_REQUEST"));
    const nul = await api.post("/sign-up/email", { ...newPerson(), name: "A\u0000" });
    expect(nul).toEqual(refusedWith(400, "MALFORMED_REQUEST"));
    const text = await api.post("/sign-up/email", "hello", { "content-type": "text/plain" });
    expect(text).toEqual(refusedWith(415, "UNSUPPORTED_MEDIA_TYPE"));
  });
});

describe("sign-up", () => {
  test("makes an unverified user without a session and mails one code", async () => {
    const person = newPerson({ name: "  Ann Lee " });
    const email = person.email.toUpperCase();
    const answer = await authApi().post("/sign-up/email", {
      ...person,
      email,
      image: "https://tracker.test/x.png",
    });
    const row = await userRow(person.email);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: null,
      user: {
        id: expect.stringMatching(UUID_V7),
        name: "Ann Lee",
        email: person.email,
        emailVerified: false,
        image: avatarImage(row?.id ?? ""),
        defaultCurrency: "JPY",
        twoFactorEnabled: false,
        isAnonymous: false,
        createdAt: row?.createdAt.toISOString(),
        updatedAt: row?.updatedAt.toISOString(),
      },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get("set-auth-token")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const made = await freshDatabase()
      .drizzle.select()
      .from(sessions)
      .where(eq(sessions.userId, row?.id ?? ""));
    expect(made).toEqual([]);
    expect(mailsTo(person.email)).toMatchObject([
      { kind: "email-verification", code: expect.stringMatching(/^\d{6}$/) },
    ]);
  });

  test("keeps a name of 64 emoji whole, and says the same of a known address", async () => {
    const name = "🙂".repeat(64);
    const person = newPerson({ name });
    const forNew = await authApi().post("/sign-up/email", person);
    const forKnown = await authApi().post("/sign-up/email", person);
    for (const answer of [forNew, forKnown])
      expect(answer).toMatchObject({ status: 200, body: { user: { name } } });
    expect(await userRow(person.email)).toMatchObject({ name });
  });

  test("keeps the currency that was asked for, and nothing that is not the client's to say", async () => {
    const person = newPerson();
    const body = { ...person, defaultCurrency: "CHF", emailVerified: true, role: "owner" };
    expect(await authApi().post("/sign-up/email", body)).toMatchObject({
      status: 200,
      body: { user: { defaultCurrency: "CHF", emailVerified: false } },
    });
  });

  test("writes the mail in the language of the request", async () => {
    const [english, chinese, accepted] = [newPerson(), newPerson(), newPerson()];
    await authApi().post("/sign-up/email", english, { "x-app-lang": "en", "accept-language": "zh" });
    await authApi().post("/sign-up/email", chinese, { "x-app-lang": "zh-CN" });
    await authApi().post("/sign-up/email", accepted, { "accept-language": "fr, zh-TW;q=0.8, en;q=0.4" });
    expect(mailsTo(english.email)[0]?.text).toContain(
      "Enter this code to confirm that this address is yours:",
    );
    expect(mailsTo(chinese.email)[0]?.subject).toMatch(/^\d{6} 是你的 Wayfare 邮箱验证码$/);
    expect(mailsTo(accepted.email)[0]?.text).toContain("输入以下验证码");
  });

  test("tells the rest of the service after the commit, whose failure changes nothing", async () => {
    const told: string[] = [];
    listenToAuth({
      async userCreated(userId, headers) {
        const [row] = await freshDatabase().drizzle.select().from(users).where(eq(users.id, userId));
        told.push(`${row?.email} ${headers.get("x-app-lang")}`);
        throw new Error("the sample trip failed");
      },
    });
    const person = newPerson();
    const answer = await authApi().post("/sign-up/email", person, { "x-app-lang": "zh" });
    listenToAuth({ userCreated: () => Promise.resolve() });
    expect(answer.status).toBe(200);
    expect(told).toEqual([`${person.email} zh`]);
  });
});

describe("a second sign-up with the same address", () => {
  test("gets an answer of the same shape, mails nothing again at once and changes nothing", async () => {
    const person = newPerson();
    const api = authApi();
    const first = await api.post("/sign-up/email", person);
    const second = await api.post("/sign-up/email", {
      ...person,
      name: " Mallory ",
      password: "another password",
    });
    expect(shape(second)).toEqual(shape(first));
    expect(second.body).toMatchObject({ token: null, user: { name: "Mallory", emailVerified: false } });
    expect(mailsTo(person.email)).toHaveLength(1);
    expect(await userRow(person.email)).toMatchObject({ name: person.name });
    const wrong = await api.post("/sign-in/email", { ...person, password: "another password" });
    expect(wrong).toEqual(refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"));
    const right = await api.post("/sign-in/email", person);
    expect(right).toEqual(refusedWith(403, "EMAIL_NOT_VERIFIED"));
  });

  test("looks the same for a verified account, to which no mail goes", async () => {
    const person = await signUpAndVerify();
    const mails = mailsTo(person.email).length;
    const fresh = await authApi().post("/sign-up/email", newPerson());
    const repeat = await authApi().post("/sign-up/email", { ...person, password: "another password" });
    expect(shape(repeat)).toEqual(shape(fresh));
    expect(mailsTo(person.email)).toHaveLength(mails);
    expect(await authApi().post("/sign-in/email", person)).toMatchObject({ status: 200 });
  });

  test("takes over an abandoned sign-up, so that nobody holds a password to another's future account", async () => {
    const squatter = await signUpPerson({ name: "Mallory", password: "the squatter's own" });
    const row = await userRow(squatter.email);
    const longAgo = new Date(Date.now() - 10 * 60_000);
    await freshDatabase()
      .drizzle.update(accounts)
      .set({ updatedAt: longAgo })
      .where(eq(accounts.userId, row?.id ?? ""));
    await ageCode("email-verification", squatter.email, { createdAt: longAgo });
    const owner = { name: "Ann", email: squatter.email, password: "the owner's own" };
    await authApi().post("/sign-up/email", owner);
    const otp = lastCode(owner.email);
    const { email, password } = owner;
    expect(await authApi().post("/email-otp/verify-email", { email, otp, password })).toMatchObject({
      status: 200,
      body: { user: { name: "Ann" } },
    });
    const stolen = await authApi().post("/sign-in/email", squatter);
    expect(stolen).toEqual(refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"));
    expect(await authApi().post("/sign-in/email", owner)).toMatchObject({ status: 200 });
  });

  test("at the same moment makes one user: 20 in parallel all get the same answer", async () => {
    const person = newPerson();
    const api = authApi();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post("/sign-up/email", person)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(shape).map((value) => JSON.stringify(value))).size).toBe(1);
    const made = await freshDatabase().drizzle.select().from(users).where(eq(users.email, person.email));
    expect(made).toHaveLength(1);
    const linked = await freshDatabase()
      .drizzle.select()
      .from(accounts)
      .where(eq(accounts.userId, made[0]?.id ?? ""));
    expect(linked).toHaveLength(1);
    expect(mailsTo(person.email)).toHaveLength(1);
  });
});

/**
 * Returns all parts of an answer that must not reveal whether an address is known: status, order of keys, header names.
 */
function shape({ status, body, headers }: { status: number; body: unknown; headers: Headers }): unknown {
  const user = Object.entries(Object(Object(body).user));
  return {
    status,
    keys: Object.keys(Object(body)),
    user: user.map(([key, value]) => [key, typeof value]),
    headers: [...headers.keys()],
  };
}
