import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sessions, users } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import {
  authApi,
  newPerson,
  ORIGIN,
  sessionOf,
  signUpAndVerify,
  signUpPerson,
} from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { send } from "#tests/helpers/handlers.ts";
import { lastCode, useMailbox } from "#tests/helpers/mailbox.ts";

useMailbox();

const { drizzle } = freshDatabase();
const SHORT_FORM = { origin: ORIGIN };

async function isAlive(token: string): Promise<boolean> {
  return (await send(tripsApi.list, { token })).status === 200;
}

async function rowOf(email: string) {
  const found = await userRow(email);
  if (!found) throw new Error("There is no such person.");
  const { updatedAt: _, ...row } = found;
  return row;
}

describe("a session that somebody brings along to a sign-in", () => {
  test("is not the one that the person gets, and knows nothing of them", async () => {
    const mallory = await signUpAndVerify();
    const ann = await signUpAndVerify();
    const { email, password } = ann;
    const headers = { ...SHORT_FORM, cookie: mallory.cookie };
    const answer = await authApi().post("/sign-in/email", { email, password }, headers);
    const { token } = sessionOf(answer);
    expect([mallory.token, ann.token, ""]).not.toContain(token);
    // The browser's earlier session has ended, because the sign-in has replaced its cookie.
    expect(await isAlive(mallory.token)).toBe(false);
  });

  test("that was made up is never taken over", async () => {
    const { email, password } = await signUpAndVerify();
    const made = "fixed-by-somebody-else-00000000";
    for (const cookie of [
      `better-auth.session_token=${made}`,
      `better-auth.session_token=${made}.${"A".repeat(43)}%3D`,
    ]) {
      const answer = await authApi().post("/sign-in/email", { email, password }, { ...SHORT_FORM, cookie });
      expect(answer.status).toBe(200);
      expect(sessionOf(answer).token).not.toBe(made);
    }
    expect(await isAlive(made)).toBe(false);
    expect(await drizzle.select().from(sessions).where(eq(sessions.token, made))).toEqual([]);
  });
});

describe("the token of a session", () => {
  test("is long, random, and another one with every sign-in", async () => {
    const { email, password, token } = await signUpAndVerify();
    const tokens = new Set([token]);
    for (let time = 0; time < 5; time++) {
      const answer = await authApi().post("/sign-in/email", { email, password }, SHORT_FORM);
      tokens.add(sessionOf(answer).token);
    }
    expect(tokens.size).toBe(6);
    // A token has 32 characters out of 62, which is 190 bits.
    for (const each of tokens) expect(each).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  test("is for the browser's own use, for our host and top-level visits alone", async () => {
    const { email, password } = await signUpAndVerify();
    const answer = await authApi().post("/sign-in/email", { email, password }, SHORT_FORM);
    for (const line of answer.headers.getSetCookie()) {
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; SameSite=Lax/);
      expect(line).toMatch(/; Path=\//);
      expect(line).not.toMatch(/; Domain=/i);
      expect(line.length).toBeLessThan(4096);
    }
  });
});

describe("sessions end", () => {
  test("all of them with a reset of the password, and with the account", async () => {
    const person = await signUpAndVerify();
    const { email, password } = person;
    const second = sessionOf(await authApi().post("/sign-in/email", { email, password }, SHORT_FORM));
    await authApi().post("/email-otp/request-password-reset", { email });
    const reset = { email, otp: lastCode(email), password: "another long password" };
    expect((await authApi().post("/email-otp/reset-password", reset)).status).toBe(200);
    expect([await isAlive(person.token), await isAlive(second.token)]).toEqual([false, false]);
    const signIn = () => authApi().post("/sign-in/email", { email, password: reset.password }, SHORT_FORM);
    const [third, fourth] = [sessionOf(await signIn()), sessionOf(await signIn())];
    const gone = await send(accountApi.delete, { token: third.token, body: { password: reset.password } });
    expect(gone.status).toBe(204);
    expect([await isAlive(third.token), await isAlive(fourth.token)]).toEqual([false, false]);
  });

  test("the one that is signed out of, and no other", async () => {
    const person = await signUpAndVerify();
    const { email, password } = person;
    const second = sessionOf(await authApi().post("/sign-in/email", { email, password }, SHORT_FORM));
    await authApi().post("/sign-out", {}, { ...SHORT_FORM, cookie: person.cookie });
    expect([await isAlive(person.token), await isAlive(second.token)]).toEqual([false, true]);
  });
});

describe("fields that are not the person's to set", () => {
  const PRIVILEGED = {
    id: "01940000-0000-7000-8000-000000000001",
    emailVerified: true,
    email_verified: true,
    isAnonymous: true,
    twoFactorEnabled: true,
    role: "admin",
    isAdmin: true,
    createdAt: "2020-01-01T00:00:00.000Z",
    updatedAt: "2020-01-01T00:00:00.000Z",
    userId: "01940000-0000-7000-8000-000000000001",
    token: "mine",
    expiresAt: "2999-01-01T00:00:00.000Z",
  };

  test("are left alone by a sign-up", async () => {
    const [plain, greedy] = [await signUpPerson(), newPerson()];
    const before = Date.now();
    await authApi().post("/sign-up/email", { ...greedy, ...PRIVILEGED });
    const [expected, made] = [await rowOf(plain.email), await rowOf(greedy.email)];
    expect(Object.keys(made)).toEqual(Object.keys(expected));
    expect(made).toMatchObject({ emailVerified: false, isAnonymous: false, twoFactorEnabled: false });
    expect(made.id).not.toBe(PRIVILEGED.id);
    expect(made.createdAt.getTime()).toBeGreaterThanOrEqual(before - 1000);
  });

  test.each(Object.entries(PRIVILEGED))(
    "%s is left alone by a change of the profile",
    async (field, value) => {
      const { email, cookie, token } = await signUpAndVerify();
      const before = await rowOf(email);
      await authApi().post("/update-user", { [field]: value }, { ...SHORT_FORM, cookie });
      const named = await authApi().post(
        "/update-user",
        { name: "Ann Two", [field]: value },
        { ...SHORT_FORM, cookie },
      );
      expect([200, 400]).toContain(named.status);
      expect(await rowOf(email)).toEqual({ ...before, name: named.status === 200 ? "Ann Two" : before.name });
      expect(await isAlive(token)).toBe(true);
      expect(await drizzle.select().from(users).where(eq(users.id, PRIVILEGED.id))).toEqual([]);
    },
  );
});
