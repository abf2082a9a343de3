// @alone: sets the environment, which the service reads once
import { afterAll, describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { claimGuest } from "#lib/server/guests/claim.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { PAGE_USER_FIELD, PAGE_USER_HEADER } from "#lib/shared/page-user.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newVisit } from "#tests/factories/guest-fixture.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import {
  authApi,
  newPerson as newCredentials,
  ORIGIN,
  type SignedIn,
  sessionOf,
  signUpAndVerify,
} from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { fingerprint } from "#tests/helpers/fingerprint.ts";
import { send } from "#tests/helpers/handlers.ts";
import { sharedFixture } from "#tests/helpers/shared-fixture.ts";
import { inputFor } from "#tests/helpers/inputs.ts";
import { lastCode, useMailbox } from "#tests/helpers/mailbox.ts";
import { usePlaceFacts } from "#tests/helpers/place-facts.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { totp } from "#tests/helpers/totp.ts";
import { sampleOf } from "#tests/helpers/tiers.ts";

/* Two people use one browser: a page of one of them sends requests with the session of the other. */

await useStreetView();
await usePlaceFacts();
const model = await useAgentModel();
afterAll(() => model.stop());
useMailbox();

const scenes = sharedFixture();
const withSession = allEndpoints.filter(({ access }) => access !== "public");

function refusalFor({ userId, name }: Pick<Person, "userId" | "name">) {
  return {
    code: "OTHER_ACCOUNT",
    message:
      "Somebody else is signed in in this browser now. Load the page again to go on as them, or sign in again.",
    details: { userId, name },
    requestId: expect.any(String),
  };
}

describe.each(sampleOf(withSession, 3).map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s",
  (_, endpoint) => {
    test("does nothing for a page of somebody else's, and goes on for one's own", async () => {
      const scene = await (endpoint.method === "GET" ? scenes() : newTripFixture());
      const { owner, editor, anonymousGuest } = scene;
      const input = await inputFor(endpoint.id, scene, owner);
      await awaitDeferredWork();
      const before = await fingerprint();
      for (const of of [editor.userId, anonymousGuest.userId, "", "nobody"]) {
        const sent = await send(endpoint, {
          ...input,
          token: owner.token,
          headers: { [PAGE_USER_HEADER]: of },
        });
        expect(sent, endpoint.id).toMatchObject({ status: 401, body: refusalFor(owner) });
      }
      const asked = { ...input, token: owner.token };
      const inAddress = (of: string) => ({ ...asked, query: { ...input.query, [PAGE_USER_FIELD]: of } });
      expect((await send(endpoint, inAddress(editor.userId))).status).toBe(401);
      expect(await fingerprint()).toEqual(before);
      const own = { ...inAddress(owner.userId), headers: { [PAGE_USER_HEADER]: owner.userId } };
      const { status, text } = await send(endpoint, own);
      // The only owner of a trip cannot leave it.
      expect(status, text).toBe(endpoint.id === "trips.leave" ? 409 : endpoint.status);
    });
  },
);

test("a guest is a person too: once an account has taken over, their page does nothing more, and a page of the account's does", async () => {
  const { guest, trip } = await newVisit();
  const account = await newPerson();
  const asked = { params: { tripId: trip.id } };
  const by = (userId: string) => ({ ...asked, headers: { [PAGE_USER_HEADER]: userId } });
  expect((await send(tripsApi.get, { ...by(guest.userId), token: guest.token })).status).toBe(200);
  await claimGuest(freshDatabase(), { guestId: guest.userId, userId: account.userId });
  const late = await send(tripsApi.get, { ...by(guest.userId), token: account.token });
  expect(late).toMatchObject({ status: 401, body: refusalFor(account) });
  expect((await send(tripsApi.get, { ...by(account.userId), token: account.token })).status).toBe(200);
});

test("a page without a session is told to sign in, whoever's it is", async () => {
  const { owner } = await newTripFixture();
  const sent = await send(tripsApi.list, { headers: { [PAGE_USER_HEADER]: owner.userId } });
  expect(sent).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
});

const OWN = { origin: ORIGIN };

async function idOf({ email }: SignedIn): Promise<string> {
  return (await userRow(email))?.id ?? "";
}

test.each([
  ["POST", "/update-user", { name: "Somebody" }],
  [
    "POST",
    "/change-password",
    { currentPassword: "correct horse battery", newPassword: "another horse battery" },
  ],
  ["POST", "/sign-out", {}],
  ["POST", "/revoke-sessions", {}],
  ["POST", "/two-factor/enable", { password: "correct horse battery" }],
  ["POST", "/sign-in/email", newCredentials()],
  ["GET", "/get-session", undefined],
  ["GET", "/list-sessions", undefined],
  ["GET", "/list-accounts", undefined],
] as const)("the account's own %s %s is refused the same way", async (method, path, body) => {
  const [eve, fay] = [await signUpAndVerify({ name: "Eve" }), await signUpAndVerify({ name: "Fay" })];
  const before = await fingerprint();
  const headers = { ...OWN, cookie: fay.cookie, [PAGE_USER_HEADER]: await idOf(eve) };
  const sent = await authApi().call(path, { method, headers, ...(body && { body }) });
  expect(sent).toMatchObject({ status: 401, body: refusalFor({ userId: await idOf(fay), name: "Fay" }) });
  expect(await fingerprint()).toEqual(before);
});

async function isAlive(token: string): Promise<boolean> {
  return (await send(tripsApi.list, { token })).status === 200;
}

async function signInOver(before: string, { email, password }: SignedIn) {
  return authApi().post("/sign-in/email", { email, password }, { ...OWN, cookie: before });
}

describe("a sign-in over a session of the same browser", () => {
  test.each(["somebody else", "the same person"])("of %s ends that one, and no other", async (who) => {
    const eve = await signUpAndVerify();
    const elsewhere = sessionOf(await signInOver("", eve));
    const next = who === "the same person" ? eve : await signUpAndVerify();
    const { token } = sessionOf(await signInOver(eve.cookie, next));
    expect(await Promise.all([eve.token, elsewhere.token, token].map(isAlive))).toEqual([false, true, true]);
  });

  test("by a code ends it too", async () => {
    const [eve, fay] = [await signUpAndVerify(), await signUpAndVerify()];
    const { email } = fay;
    const headers = { ...OWN, cookie: eve.cookie };
    await authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" }, headers);
    const answer = await authApi().post("/sign-in/email-otp", { email, otp: lastCode(email) }, headers);
    expect([answer.status, await isAlive(eve.token)]).toEqual([200, false]);
  });

  test("that waits for a second factor has ended it already: the browser has forgotten its cookie", async () => {
    const [eve, fay] = [await signUpAndVerify(), await signUpAndVerify()];
    const headers = { ...OWN, cookie: fay.cookie };
    const { body } = await authApi().post("/two-factor/enable", { password: fay.password }, headers);
    const { totpURI } = body as { totpURI: string };
    expect(await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, headers)).toMatchObject({
      status: 200,
    });
    const answer = await signInOver(eve.cookie, fay);
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
    expect(await isAlive(eve.token)).toBe(false);
  });

  test("that is refused ends nothing, nor does one with a token of a client's own", async () => {
    const [eve, fay] = [await signUpAndVerify(), await signUpAndVerify()];
    expect((await signInOver(eve.cookie, { ...fay, password: "wrong horse battery" })).status).toBe(401);
    const { email, password } = fay;
    const bearer = { authorization: `Bearer ${eve.token}` };
    expect((await authApi().post("/sign-in/email", { email, password }, bearer)).status).toBe(200);
    expect(await isAlive(eve.token)).toBe(true);
  });
});

test("the export, which is answered beside the other routes, is one's own as well", async () => {
  const [eve, fay] = [await signUpAndVerify(), await signUpAndVerify({ name: "Fay" })];
  const headers = { [PAGE_USER_HEADER]: await idOf(eve) };
  const sent = await send(accountApi.export, { token: fay.token, headers });
  expect(sent.body).toMatchObject({ code: "OTHER_ACCOUNT", details: { name: "Fay" } });
});
