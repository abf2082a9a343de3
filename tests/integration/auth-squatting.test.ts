// @long: sign-ups with the address of somebody else, in every order
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { accounts, verifications } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import { authApi, type Person, refusedWith, sessionOf, signUpPerson } from "#tests/helpers/auth-api.ts";
import { ageCode, userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";

/* These tests sign up with somebody else's address and wait for its owner to verify it. */

useMailbox();

const SECOND = 1000;

function ago(ms: number): Date {
  return new Date(Date.now() - ms);
}

function squatted(): Promise<Person> {
  return signUpPerson({ name: "Mallory", password: "the squatter's own" });
}

function ownerOf({ email }: Person): Person {
  return { name: "Ann", email, password: "the owner's own" };
}

function letCodeAge(email: string): Promise<void> {
  return ageCode("email-verification", email, { createdAt: ago(90 * SECOND) });
}

/** Signs up so late after the first time that the service sends a new code. */
async function signUpLater(person: Person): Promise<void> {
  await letCodeAge(person.email);
  expect(await authApi().post("/sign-up/email", person)).toMatchObject({ status: 200 });
}

function verify(email: string, otp = lastCode(email)) {
  return authApi().post("/email-otp/verify-email", { email, otp });
}

function requestCode(email: string, type = "email-verification") {
  return authApi().post("/email-otp/send-verification-otp", { email, type });
}

async function expectPassword(person: Person, isGood: boolean): Promise<void> {
  const answer = await authApi().post("/sign-in/email", person);
  if (isGood) expect(answer).toMatchObject({ status: 200 });
  else expect(answer).toEqual(refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"));
}

describe("a squatter's password", () => {
  test("is gone when the owner signs up a minute later and verifies, choosing theirs with the code", async () => {
    const squatter = await squatted();
    const owner = ownerOf(squatter);
    const squattersCode = lastCode(squatter.email);
    await signUpLater(owner);
    if (squattersCode !== lastCode(owner.email)) {
      expect(await verify(owner.email, squattersCode)).toEqual(refusedWith(400, "INVALID_OTP"));
    }
    const { email, password } = owner;
    const proof = { email, otp: lastCode(email), password };
    expect(await authApi().post("/email-otp/verify-email", proof)).toMatchObject({
      status: 200,
      body: { user: { name: "Ann" } },
    });
    await expectPassword(squatter, false);
    await expectPassword(owner, true);
  });

  test("never becomes the account's, however often it is given while the owner verifies", async () => {
    const owner = await signUpPerson({ name: "Ann", password: "the owner's own" });
    const squatter = { ...owner, name: "Mallory", password: "the squatter's own" };
    for (let time = 0; time < 3; time += 1) await signUpLater(squatter);
    expect(mailsTo(owner.email)).toHaveLength(4);
    expect(await verify(owner.email)).toMatchObject({ status: 200 });
    await expectPassword(squatter, false);
    await expectPassword(owner, false);
    await resetBy("code", owner);
    await expectPassword(owner, true);
  });

  test("stays away after the owner has signed up again, too", async () => {
    const squatter = await squatted();
    const owner = ownerOf(squatter);
    await signUpLater(owner);
    await signUpLater(squatter);
    expect(await verify(owner.email)).toMatchObject({ status: 200 });
    await expectPassword(squatter, false);
  });

  test("is gone when the owner signs in by code", async () => {
    const squatter = await squatted();
    const { email } = squatter;
    await requestCode(email, "sign-in");
    const answer = await authApi().post("/sign-in/email-otp", { email, otp: lastCode(email) });
    expect(answer).toMatchObject({ status: 200, body: { user: { emailVerified: true } } });
    await expectPassword(squatter, false);
    const { token } = sessionOf(answer);
    const session = await authApi().get("/get-session", { authorization: `Bearer ${token}` });
    expect(session.body).toMatchObject({ user: { email } });
  });

  test("is gone when the owner signed up in the same minute, although no second code was mailed", async () => {
    const squatter = await squatted();
    const owner = ownerOf(squatter);
    await authApi().post("/sign-up/email", owner);
    expect(mailsTo(owner.email)).toHaveLength(1);
    expect(await verify(owner.email)).toMatchObject({ status: 200 });
    await expectPassword(squatter, false);
    await expectPassword(owner, false);
    await resetBy("code", owner);
    await expectPassword(owner, true);
  });

  test("does not come back by asking for codes after the owner's sign-up", async () => {
    const squatter = await squatted();
    await authApi().post("/sign-up/email", ownerOf(squatter));
    expect(await authApi().post("/sign-in/email", squatter)).toEqual(refusedWith(403, "EMAIL_NOT_VERIFIED"));
    await requestCode(squatter.email);
    expect(await verify(squatter.email)).toMatchObject({ status: 200 });
    await expectPassword(squatter, false);
  });

  test("is gone when the owner verifies long after by a code of their own asking", async () => {
    const squatter = await squatted();
    const identifier = createHash("sha256").update(`sign-up-${squatter.email}`).digest("base64url");
    const pending = eq(verifications.identifier, identifier);
    const expired = await freshDatabase()
      .drizzle.update(verifications)
      .set({ expiresAt: ago(SECOND) })
      .where(pending)
      .returning();
    expect(expired).toHaveLength(1);
    await requestCode(squatter.email);
    expect(await verify(squatter.email)).toMatchObject({ status: 200 });
    await expectPassword(squatter, false);
  });

  test("set while the owner's code was being checked is not what that code verifies", async () => {
    for (const first of ["code", "sign-up"] as const) {
      const owner = await signUpPerson({ name: "Ann", password: "the owner's own" });
      const squatter = { ...owner, name: "Mallory", password: "the squatter's own" };
      await letCodeAge(owner.email);
      const lock = await lockUser(owner.email);
      const otp = lastCode(owner.email);
      const deeds = [() => verify(owner.email, otp), () => authApi().post("/sign-up/email", squatter)];
      if (first === "sign-up") deeds.reverse();
      const answers = [];
      for (const [index, deed] of deeds.entries()) {
        answers.push(deed());
        await lock.untilWaiting(index + 1);
      }
      await lock.release();
      for (const answer of answers) expect(await answer, first).toMatchObject({ status: 200 });
      expect(await userRow(owner.email), first).toMatchObject({ emailVerified: true });
      await expectPassword(squatter, false);
      await expectPassword(owner, first === "code");
    }
  });
});

/** Locks a user's row, so that writes to it wait in their order of arrival. */
async function lockUser(email: string) {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  // The account is made older, because a second sign-up right after the first counts as a double click.
  await client.query("update users set created_at = $2 where email = $1", [email, ago(90 * SECOND)]);
  await client.query("begin");
  await client.query("select 1 from users where email = $1 for update", [email]);
  // Within a transaction, pg_stat_activity may show an earlier state, so another connection reads it.
  const observer = new pg.Client({ connectionString: env().DATABASE_URL });
  await observer.connect();
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    untilWaiting: (count: number) =>
      vi.waitUntil(async () => (await observer.query(waiting)).rowCount === count, { timeout: 10_000 }),
    async release() {
      await client.query("commit");
      await client.end();
      await observer.end();
    },
  };
}

describe("the owner's password", () => {
  test("comes with the code, or not at all when it is too short, and changes no verified account", async () => {
    const { email } = await signUpPerson();
    const otp = lastCode(email);
    const short = await authApi().post("/email-otp/verify-email", { email, otp, password: "short" });
    expect(short).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    const chosen = { name: "", email, password: "chosen with the code" };
    expect(
      await authApi().post("/email-otp/verify-email", { email, otp, password: chosen.password }),
    ).toMatchObject({
      status: 200,
    });
    await expectPassword(chosen, true);
    await requestCode(email);
    const again = { email, otp: lastCode(email), password: "another one" };
    expect(await authApi().post("/email-otp/verify-email", again)).toEqual(refusedWith(400, "INVALID_OTP"));
    await expectPassword(chosen, true);
  });

  test("survives a second sign-up with it, whose code is the one that counts", async () => {
    const person = await signUpPerson();
    await signUpLater(person);
    expect(mailsTo(person.email)).toHaveLength(2);
    expect(await verify(person.email)).toMatchObject({ status: 200 });
    await expectPassword(person, true);
  });

  test("survives another code, and another mailed by signing in unverified", async () => {
    const [asking, returning] = [await signUpPerson(), await signUpPerson()];
    await requestCode(asking.email);
    expect(await verify(asking.email)).toMatchObject({ status: 200 });
    await expectPassword(asking, true);
    expect(await authApi().post("/sign-in/email", returning)).toEqual(refusedWith(403, "EMAIL_NOT_VERIFIED"));
    expect(await verify(returning.email)).toMatchObject({ status: 200 });
    await expectPassword(returning, true);
  });

  test("survives two clicks on one button", async () => {
    const person = await signUpPerson();
    await authApi().post("/sign-up/email", person);
    expect(await verify(person.email)).toMatchObject({ status: 200 });
    await expectPassword(person, true);
  });

  test("set by a mailed link, or a code, is the account's, and verifies the address", async () => {
    for (const by of ["link", "code"] as const) {
      const squatter = await squatted();
      const owner = { ...ownerOf(squatter), password: `set by a ${by}` };
      const squattersCode = lastCode(squatter.email);
      await resetBy(by, owner);
      expect(await userRow(owner.email), by).toMatchObject({ emailVerified: true });
      await verify(owner.email, squattersCode);
      await expectPassword(squatter, false);
      await expectPassword(owner, true);
      const kept = await freshDatabase()
        .drizzle.select()
        .from(accounts)
        .where(eq(accounts.userId, (await userRow(owner.email))?.id ?? ""));
      expect(kept).toHaveLength(1);
    }
  });
});

async function resetBy(by: "link" | "code", { email, password }: Person): Promise<void> {
  if (by === "code") {
    await authApi().post("/email-otp/request-password-reset", { email });
    const reset = { email, otp: lastCode(email), password };
    expect(await authApi().post("/email-otp/reset-password", reset)).toMatchObject({ status: 200 });
    return;
  }
  await authApi().post("/request-password-reset", { email });
  const token = /\/reset-password\/([^?]+)/.exec(mailsTo(email).at(-1)?.link ?? "")?.[1];
  const reset = { token, newPassword: password };
  expect(await authApi().post("/reset-password", reset)).toMatchObject({ status: 200 });
}
