// @alone: looks at whole tables
import { afterEach, describe, expect, test, vi } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { usersApi } from "#lib/shared/api/users.ts";
import type { TripSummary } from "#lib/shared/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { removeAccount } from "#tests/helpers/account-steps.ts";
import { brokenTrips, tablesWith } from "#tests/helpers/account-rows.ts";
import { authApi, refusedWith, sessionOf, type SignedIn, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { sessionRow, userRow } from "#tests/helpers/auth-rows.ts";
import { send } from "#tests/helpers/handlers.ts";
import { lastCode, useMailbox } from "#tests/helpers/mailbox.ts";
import { expectInvalid, expectRefused, expectUnauthenticated } from "#tests/helpers/refusals.ts";

connectAccountEvents();
useMailbox();

afterEach(awaitDeferredWork);

const MINUTE_MS = 60_000;

async function ageSignIn(token: string, minutes: number): Promise<void> {
  const text = "update sessions set created_at = $2 where token = $1";
  await freshDatabase().pool.query(text, [token, new Date(Date.now() - minutes * MINUTE_MS)]);
}

async function idOf({ email }: SignedIn): Promise<string> {
  return (await userRow(email))?.id ?? "";
}

describe("an account stays", () => {
  test("for strangers and malformed requests", async () => {
    const ann = await newPerson();
    expectUnauthenticated(await send(accountApi.delete, { body: {} }));
    expectInvalid(await removeAccount(ann, { password: "" }), ["password", "Enter your password."]);
    expectInvalid(await removeAccount(ann, { userId: uuidv7() }), ["userId", "This field is unknown."]);
    expect(await userRow(ann.email)).toBeDefined();
  });

  test("without its password, and after five wrong ones for a while also with it", async () => {
    const ann = await signUpAndVerify();
    expectRefused(
      await removeAccount(ann),
      403,
      "WRONG_PASSWORD",
      "Enter your password to delete your account.",
    );
    for (let turn = 0; turn < 5; turn++) {
      const sent = await removeAccount(ann, { password: `wrong password ${turn}` });
      expectRefused(sent, 403, "WRONG_PASSWORD", "This is not your password.");
    }
    const sent = await removeAccount(ann, { password: ann.password });
    expect(sent).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect(Number(sent.headers.get("retry-after"))).toBeGreaterThan(14 * 60);
    expect(await userRow(ann.email)).toBeDefined();
    // The limit counts by account, so another account's deletion still succeeds.
    const bob = await signUpAndVerify();
    expect((await removeAccount(bob, { password: bob.password })).status).toBe(204);
  });

  test("when it has no password and the sign-in is older than ten minutes", async () => {
    const ann = await newPerson();
    await ageSignIn(ann.token, 11);
    const sent = await removeAccount(ann, { password: "anything" });
    expectRefused(sent, 403, "SESSION_NOT_FRESH", "Sign in again, then delete your account.");
    await ageSignIn(ann.token, 9);
    expect((await removeAccount(ann)).status).toBe(204);
  });

  test("when the session was ended in the same moment", async () => {
    const ann = await newPerson();
    await freshDatabase().pool.query("delete from sessions where user_id = $1", [ann.userId]);
    expectUnauthenticated(await removeAccount(ann));
    expect(await userRow(ann.email)).toBeDefined();
  });
});

async function verificationIds(): Promise<object[]> {
  return (await freshDatabase().pool.query<{ id: string }>("select id from verifications")).rows;
}

describe("a deleted account", () => {
  test("is gone at once with all that is its own: on every device, and for every way in", async () => {
    const before = await verificationIds();
    const ann = await signUpAndVerify();
    const userId = await idOf(ann);
    const other = sessionOf(await authApi().post("/sign-in/email", ann));
    await send(usersApi.updatePreferences, {
      token: ann.token,
      body: { theme: "dark" },
      headers: { "idempotency-key": uuidv7() },
    });
    await authApi().post("/email-otp/request-password-reset", { email: ann.email });
    await authApi().post("/request-password-reset", { email: ann.email });
    await authApi().post("/email-otp/send-verification-otp", { email: ann.email, type: "sign-in" });
    await authApi().post("/two-factor/enable", { password: ann.password }, bearer(ann));
    const code = lastCode(ann.email);

    expect((await removeAccount(ann, { password: ann.password })).status).toBe(204);
    for (const { token } of [ann, other]) expectUnauthenticated(await removeAccount({ token }));
    expectUnauthenticated(await send(tripsApi.list, { token: ann.token }));
    expect(await authApi().get("/get-session", bearer(ann))).toMatchObject({ status: 200, body: null });
    expect(await authApi().post("/sign-in/email", ann)).toEqual(
      refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"),
    );
    const byCode = await authApi().post("/sign-in/email-otp", { email: ann.email, otp: code });
    expect(byCode.status).toBe(400);
    await awaitDeferredWork();
    expect(await tablesWith(userId)).toEqual({});
    expect(await tablesWith(ann.email)).toEqual({});
    expect(await verificationIds()).toEqual(before);
  });

  test("leaves its address to whoever proves it next: a new account with a sample trip of its own", async () => {
    const ann = await signUpAndVerify();
    const before = await idOf(ann);
    expect((await removeAccount(ann, { password: ann.password })).status).toBe(204);
    await awaitDeferredWork();
    const again = await signUpAndVerify({
      email: ann.email,
      name: "Ann Again",
      password: "another long password",
    });
    expect(await idOf(again)).not.toBe(before);
    const { body } = await send(tripsApi.list, { token: again.token });
    const samples = (body as TripSummary[]).filter(({ isSample }) => isSample);
    expect(samples).toMatchObject([
      { members: expect.arrayContaining([expect.objectContaining({ name: "Ann Again" })]) },
    ]);
  });

  test("is deleted once, however often it is asked for at the same time", async () => {
    const ann = await newPerson();
    const sent = await Promise.all(Array.from({ length: 8 }, () => removeAccount(ann)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, ...Array(7).fill(401)]);
    await awaitDeferredWork();
    expect(await brokenTrips()).toEqual([]);
  });

  test("takes no sign-in that was under way with it", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signUpAndVerify()));
    // This silences better-auth, which prints the errors that this test causes on purpose.
    vi.spyOn(console, "error").mockReturnValue();
    await Promise.all(
      people.flatMap((person) => [
        removeAccount(person, { password: person.password }),
        authApi().post("/sign-in/email", person),
      ]),
    );
    const { rows } = await freshDatabase().pool.query(
      "select 1 from sessions s where not exists (select 1 from users u where u.id = s.user_id)",
    );
    expect(rows).toEqual([]);
    for (const { token } of people) expect(await sessionRow(token)).toBeUndefined();
  });
});

test("expired sessions are swept, those that are good stay", async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const now = Date.now();
  await freshDatabase().pool.query("update sessions set expires_at = $2 where token = $1", [
    ann.token,
    new Date(now - 1),
  ]);
  await Promise.all([runTick(new Date(now + 2 * MINUTE_MS)), runTick(new Date(now + 2 * MINUTE_MS))]);
  expect(await sessionRow(ann.token)).toBeUndefined();
  expect(await sessionRow(bob.token)).toBeDefined();
});

function bearer({ token }: { token: string }) {
  return { authorization: `Bearer ${token}` };
}
