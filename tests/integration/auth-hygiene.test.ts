// @long: hashes a password per case; auth-sign-in and auth-codes have the answers
import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import * as exchange from "#app/api/mobile-auth/oauth/exchange/route.ts";
import { accounts, sessions, users, verifications } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { issueMobileCode } from "#lib/server/mobile-auth/codes.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import {
  authApi,
  newPerson,
  ORIGIN,
  refusedWith,
  sessionOf,
  type SignedIn,
  signUpAndVerify,
  signUpPerson,
} from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { send } from "#tests/helpers/handlers.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";
import { cookiesOf } from "#tests/helpers/provider-walk.ts";
import { totp } from "#tests/helpers/totp.ts";

useMailbox();

const DAY_MS = 24 * 60 * 60 * 1000;
const { drizzle } = freshDatabase();

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** Creates a user without a password who signed in 20 days ago. */
async function passwordless(): Promise<SignedIn> {
  const person = await signUpAndVerify();
  const user = await userRow(person.email);
  await drizzle.delete(accounts).where(eq(accounts.userId, user?.id ?? ""));
  const createdAt = new Date(Date.now() - 20 * DAY_MS);
  await drizzle.update(sessions).set({ createdAt }).where(eq(sessions.token, person.token));
  return person;
}

async function deleteBy(token: string) {
  return send(accountApi.delete, { token, body: {} });
}

describe("a session that takes another's place is no fresher", () => {
  test("when two-factor is turned off", async () => {
    const { token } = await passwordless();
    const answer = await authApi().post("/two-factor/disable", {}, bearer(token));
    expect(await deleteBy(sessionOf(answer).token)).toMatchObject({
      status: 403,
      body: { code: "SESSION_NOT_FRESH" },
    });
  });

  test("when two-factor is turned on", async () => {
    const { token } = await passwordless();
    const { body } = await authApi().post("/two-factor/enable", {}, bearer(token));
    const code = totp((body as { totpURI: string }).totpURI);
    const answer = await authApi().post("/two-factor/verify-totp", { code }, bearer(token));
    expect(await deleteBy(sessionOf(answer).token)).toMatchObject({
      status: 403,
      body: { code: "SESSION_NOT_FRESH" },
    });
  });

  test("when it is handed over to the mobile app", async () => {
    const { token: browsers } = await passwordless();
    const [session] = await drizzle.select().from(sessions).where(eq(sessions.token, browsers));
    const code = await issueMobileCode(freshDatabase(), session?.id ?? "");
    const base = `${ORIGIN}/api/mobile-auth/oauth`;
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    };
    const swapped = await exchange.POST(new Request(`${base}/exchange`, init));
    const { token } = (await swapped.json()) as { token: string };
    expect(await deleteBy(token)).toMatchObject({ status: 403, body: { code: "SESSION_NOT_FRESH" } });
  });
});

test("a password is changed or kept, not removed; a linked provider goes", async () => {
  const { token, email, password } = await signUpAndVerify();
  const user = await userRow(email);
  const linked = { id: uuidv7(), userId: user?.id ?? "", accountId: uuidv7(), providerId: "idp-primary" };
  await drizzle.insert(accounts).values(linked);
  const { body } = await authApi().get("/list-accounts", bearer(token));
  const own = (body as { id: string; providerId: string }[]).find(
    ({ providerId }) => providerId === "credential",
  );
  const refused = await authApi().post("/unlink-account", { accountId: own?.id }, bearer(token));
  expect(refused).toEqual(refusedWith(400, "PASSWORD_STAYS"));
  expect(await authApi().post("/sign-in/email", { email, password })).toMatchObject({ status: 200 });
  const unlinked = await authApi().post("/unlink-account", { accountId: linked.id }, bearer(token));
  expect(unlinked).toMatchObject({ status: 200 });
});

test("an account without an address gets one by code, not by a link that would ask an inbox that is none", async () => {
  const { token, email } = await signUpAndVerify();
  const nowhere = { email: `${uuidv7()}@mini-program.invalid`, emailVerified: false };
  await drizzle.update(users).set(nowhere).where(eq(users.email, email));
  const answer = await authApi().post("/change-email", { newEmail: newPerson().email }, bearer(token));
  expect(answer).toEqual(refusedWith(400, "NO_EMAIL_YET"));
});

test("the link to an address that somebody took meanwhile says so, and changes nothing", async () => {
  const person = await signUpAndVerify();
  const { email: wanted } = newPerson();
  await authApi().post("/change-email", { newEmail: wanted }, bearer(person.token));
  const open = (link: string | null | undefined) => {
    const url = new URL(link ?? "");
    return authApi().get(`${url.pathname.slice("/api/auth".length)}${url.search}`, bearer(person.token));
  };
  await open(mailsTo(person.email).at(-1)?.link);
  const link = mailsTo(wanted).at(-1)?.link;
  await signUpAndVerify({ email: wanted });
  const late = await open(link);
  expect(late.headers.get("location")).toBe(`${ORIGIN}/sign-in?error=EMAIL_ALREADY_IN_USE`);
  expect(await userRow(person.email)).toBeDefined();
});

test("the name in an authenticator app is the service's, whatever a client sends; no body is needed without a password", async () => {
  const { token } = await passwordless();
  const named = await authApi().post(
    "/two-factor/enable",
    { issuer: "Another", method: "otp" },
    bearer(token),
  );
  expect((named.body as { totpURI: string }).totpURI).toMatch(/^otpauth:\/\/totp\/Wayfare:.*issuer=Wayfare/);
  const bare = await authApi().call("/two-factor/enable", { headers: bearer(token) });
  expect(bare).toMatchObject({ status: 200, body: { totpURI: expect.any(String) } });
});

/**
 * Creates a user with a device that skips the second factor, and with a sign-in on another device that waits for it.
 */
async function trusted() {
  const person = await signUpAndVerify();
  const { password } = person;
  const enabled = await authApi().post("/two-factor/enable", { password }, bearer(person.token));
  const { totpURI } = enabled.body as { totpURI: string };
  const verified = await authApi().post(
    "/two-factor/verify-totp",
    { code: totp(totpURI) },
    bearer(person.token),
  );
  const challenge = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
  const done = await authApi().post(
    "/two-factor/verify-totp",
    { code: totp(totpURI), trustDevice: true },
    { cookie: cookiesOf(challenge.headers), origin: ORIGIN },
  );
  const line = done.headers.getSetCookie().find((value) => value.includes("trust_device=")) ?? "";
  const waiting = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
  const device = { cookie: line.split(";")[0] ?? "", origin: ORIGIN };
  return { person, token: sessionOf(verified).token, device, waiting, code: () => totp(totpURI) };
}

describe("a trusted device and a sign-in that waits are forgotten", () => {
  test.each(["change-password", "reset", "revoke-sessions"])("by %s", async (way) => {
    const { person, token, device, waiting, code } = await trusted();
    const { email } = person;
    const fresh = { email, password: way === "revoke-sessions" ? person.password : "another password" };
    if (way === "change-password") {
      const body = { currentPassword: person.password, newPassword: fresh.password };
      expect(await authApi().post("/change-password", body, bearer(token))).toMatchObject({ status: 200 });
    } else if (way === "reset") {
      await authApi().post("/email-otp/request-password-reset", { email });
      const body = { ...fresh, otp: lastCode(email) };
      expect(await authApi().post("/email-otp/reset-password", body)).toMatchObject({ status: 200 });
    } else {
      expect(await authApi().post("/revoke-sessions", {}, bearer(token))).toMatchObject({ status: 200 });
    }
    const again = await authApi().post("/sign-in/email", fresh, device);
    expect(again).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
    const late = await authApi().post(
      "/two-factor/verify-totp",
      { code: code() },
      { cookie: cookiesOf(waiting.headers), origin: ORIGIN },
    );
    expect(late).toEqual(refusedWith(401, "INVALID_TWO_FACTOR_COOKIE"));
  });
});

async function age(email: string, days: number): Promise<void> {
  await drizzle
    .update(users)
    .set({ createdAt: new Date(Date.now() - days * DAY_MS) })
    .where(eq(users.email, email));
}

describe("sign-ups that nobody finishes", () => {
  test("go after a week, with all that belongs to them; the address is free", async () => {
    const [old, young] = [await signUpPerson(), await signUpPerson()];
    const verified = await signUpAndVerify();
    const placeholder = await signUpPerson();
    const user = await userRow(placeholder.email);
    const linked = { id: uuidv7(), userId: user?.id ?? "", accountId: uuidv7(), providerId: "mini-program" };
    await drizzle.insert(accounts).values(linked);
    for (const { email } of [old, verified, placeholder]) await age(email, 8);
    await age(young.email, 6);
    await authApi().post("/sign-up/email", { ...old, password: "somebody else's" });
    const before = await drizzle.select().from(verifications);
    await runTick(new Date(Date.now() + 120_000));
    expect(await userRow(old.email)).toBeUndefined();
    for (const { email } of [young, verified, placeholder]) expect(await userRow(email)).toBeDefined();
    const after = await drizzle.select().from(verifications);
    expect(before.length - after.length).toBeGreaterThanOrEqual(3);
    const again = await authApi().post("/sign-up/email", { ...newPerson(), email: old.email });
    expect(again).toMatchObject({ status: 200 });
    expect(await userRow(old.email)).toBeDefined();
  });
});
