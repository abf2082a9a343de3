// @alone: sets the environment, which the service reads once
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import * as exchange from "#app/api/mobile-auth/oauth/exchange/route.ts";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { issueMobileCode } from "#lib/server/mobile-auth/codes.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { claimedGuests } from "#lib/shared/guest-cookie.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newMiniProgramPerson, startMiniProgramPlatform } from "#tests/doubles/mini-program-platform.ts";
import { newOpenIdPerson, startOpenIdProvider } from "#tests/doubles/openid-provider.ts";
import { newPerson } from "#tests/factories/people.ts";
import { historyAfter, lastGroup, newInvite, readTrip } from "#tests/factories/trips.ts";
import {
  authApi,
  newPerson as newCredentials,
  ORIGIN,
  sessionOf,
  signUpAndVerify,
} from "#tests/helpers/auth-api.ts";
import { send } from "#tests/helpers/handlers.ts";
import { lastCode, useMailbox } from "#tests/helpers/mailbox.ts";
import { returnFromProvider, cookiesOf } from "#tests/helpers/provider-walk.ts";
import { totp } from "#tests/helpers/totp.ts";

import {
  newVisit,
  memberOf,
  isGone,
  cookieHeaders,
  userIdOf,
  expectGuestDataMoved,
} from "#tests/factories/guest-fixture.ts";

const client = { clientId: "web", clientSecret: "secret-of-the-web-client" };
const openId = await startOpenIdProvider({
  ...client,
  redirectUri: `${ORIGIN}/api/auth/callback/idp-primary`,
});
const platform = await startMiniProgramPlatform();
Object.assign(process.env, {
  PRIMARY_OAUTH_CLIENT_ID: client.clientId,
  PRIMARY_OAUTH_CLIENT_SECRET: client.clientSecret,
  PRIMARY_OAUTH_ISSUER: openId.issuer,
  MINI_PROGRAM_APP_ID: platform.appId,
  MINI_PROGRAM_APP_SECRET: platform.appSecret,
  MINI_PROGRAM_API_URL: platform.url,
});

connectAccountEvents();
useMailbox();
afterEach(awaitDeferredWork);
afterAll(() => Promise.all([openId.stop(), platform.stop()]));

describe("what a guest did becomes the account's", () => {
  test("by a sign-up, with the code that verifies it", async () => {
    const visit = await newVisit();
    const { guest, trip, owner, seq } = visit;
    const person = newCredentials({ name: "Gilbert Stone" });
    expect(await authApi().post("/sign-up/email", person, cookieHeaders(guest))).toMatchObject({
      status: 200,
    });
    // The guest stays as long as the person has signed up but has not verified the address.
    expect(await isGone(guest.userId)).toBe(false);
    const { email } = person;
    const verified = await authApi().post(
      "/email-otp/verify-email",
      { email, otp: lastCode(email) },
      cookieHeaders(guest),
    );
    expect(verified).toMatchObject({ status: 200, body: { user: { isAnonymous: false } } });
    const userId = await userIdOf(email);
    await expectGuestDataMoved(visit, userId);
    // One event tells every open client, and the event log keeps who the guest was.
    expect(await lastGroup(owner, trip.id, seq)).toMatchObject([
      {
        op: "member.updated",
        actorId: userId,
        entity: { id: visit.member.id, userId, hasAccount: true, name: "Gilbert Stone", role: "editor" },
        changes: {
          userId: [guest.userId, userId],
          name: ["Gil", "Gilbert Stone"],
          role: ["guest", "editor"],
        },
      },
    ]);
    const history = await historyAfter(owner, trip.id, 0);
    const actors = history.map((event) => (event.op === "redacted" ? null : event.actorId));
    expect(actors).not.toContain(guest.userId);
    const own = { ...owner, token: sessionOf(verified).token };
    expect(await readTrip(own, trip.id)).toMatchObject({ role: "editor" });
    const trips = (await send(tripsApi.list, { token: own.token })).body as TripDto[];
    expect(
      trips
        .filter(({ isDemo }) => !isDemo)
        .map(({ isSample }) => isSample)
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual([false, true]);
  });

  test("by a password, also of somebody who verified elsewhere", async () => {
    const visit = await newVisit("viewer");
    const person = await signUpAndVerify();
    const answer = await authApi().post("/sign-in/email", person, cookieHeaders(visit.guest));
    expect(answer).toMatchObject({ status: 200 });
    await expectGuestDataMoved(visit, await userIdOf(person.email), "viewer");
  });

  test("by a mailed code, asked for with a bearer as native clients do", async () => {
    const visit = await newVisit();
    const { email } = await signUpAndVerify();
    const bearer = { authorization: `Bearer ${visit.guest.token}` };
    await authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" }, bearer);
    const answer = await authApi().post("/sign-in/email-otp", { email, otp: lastCode(email) }, bearer);
    expect(answer).toMatchObject({ status: 200 });
    await expectGuestDataMoved(visit, await userIdOf(email));
  });

  test("by a provider", async () => {
    const visit = await newVisit();
    const person = newOpenIdPerson();
    openId.signInAs(person);
    const start = await authApi().post(
      "/sign-in/social",
      { provider: "idp-primary", callbackURL: `${ORIGIN}/trips/${visit.trip.id}` },
      cookieHeaders(visit.guest),
    );
    const { url } = start.body as { url: string };
    const cookie = `${cookiesOf(start.headers)}; ${visit.guest.cookie}`;
    const { callback } = await returnFromProvider(url, openId.url, cookie);
    expect(callback.status).toBe(302);
    const userId = await userIdOf(person.email ?? "");
    await expectGuestDataMoved(visit, userId);
    const named = callback.headers.getSetCookie().flatMap((each) => claimedGuests(each, userId, false));
    expect(named).toEqual([visit.guest.userId]);
  });
});

describe("what a guest did, by other ways,", () => {
  test("by the mini-program, and by the mobile app's exchange", async () => {
    const [first, second] = [await newVisit(), await newVisit()];
    const answer = await authApi().post(
      "/mini-program/sign-in",
      { code: platform.loginCode(newMiniProgramPerson()) },
      { authorization: `Bearer ${first.guest.token}` },
    );
    expect(answer).toMatchObject({ status: 200 });
    await expectGuestDataMoved(first, (answer.body as { user: { id: string } }).user.id);
    const person = await newPerson();
    const code = await issueMobileCode(freshDatabase(), person.sessionId);
    const swapped = await exchange.POST(
      new Request(`${ORIGIN}/api/mobile-auth/oauth/exchange`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${second.guest.token}` },
        body: JSON.stringify({ code }),
      }),
    );
    expect(swapped.status).toBe(200);
    await expectGuestDataMoved(second, person.userId);
  });

  test("by the second factor, and not before it", async () => {
    const visit = await newVisit();
    const person = await signUpAndVerify();
    const own = { cookie: person.cookie, origin: ORIGIN };
    const { password } = person;
    const enabled = await authApi().post("/two-factor/enable", { password }, own);
    const { totpURI } = enabled.body as { totpURI: string };
    await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, own);
    const challenged = await authApi().post("/sign-in/email", person, cookieHeaders(visit.guest));
    expect(challenged).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
    // Until the second factor is given, the browser keeps the guest's cookie.
    expect(challenged.headers.getSetCookie().some((line) => line.includes("session_token="))).toBe(false);
    expect(await isGone(visit.guest.userId)).toBe(false);
    const cookie = `${cookiesOf(challenged.headers)}; ${visit.guest.cookie}`;
    const through = await authApi().post(
      "/two-factor/verify-totp",
      { code: totp(totpURI) },
      { cookie, origin: ORIGIN },
    );
    expect(through).toMatchObject({ status: 200 });
    await expectGuestDataMoved(visit, await userIdOf(person.email));
  });

  test("with the answers and ids that a client may repeat", async () => {
    const visit = await newVisit();
    const { trip, guest } = visit;
    const id = uuidv7();
    const body = { id, target: { kind: "trip", id: trip.id }, body: "Once." };
    const create = { params: { tripId: trip.id }, body, headers: { "idempotency-key": uuidv7() } };
    expect((await send(commentsApi.create, { ...create, token: guest.token })).status).toBe(201);
    const person = await signUpAndVerify();
    const signed = await authApi().post("/sign-in/email", person, cookieHeaders(guest));
    const { token } = sessionOf(signed);
    expect(await send(commentsApi.create, { ...create, token })).toMatchObject({ status: 201, body: { id } });
    const anew = { ...create, headers: {}, token };
    expect(await send(commentsApi.create, anew)).toMatchObject({ status: 200, body: { id } });
  });

  test("which the answer of a sign-in says to the browser, and that of a second sign-in does not", async () => {
    const visit = await newVisit();
    const [person, other] = [await signUpAndVerify(), await signUpAndVerify()];
    const named = async (credentials: object, headers?: Record<string, string>) => {
      const { headers: answered } = await authApi().post("/sign-in/email", credentials, headers);
      return answered.getSetCookie().filter((cookie) => cookie.includes(visit.guest.userId));
    };
    expect(await named(other)).toEqual([]);
    expect(await named({ ...person, password: "not the right one" }, cookieHeaders(visit.guest))).toEqual([]);
    const cookies = await named(person, cookieHeaders(visit.guest));
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).not.toContain("HttpOnly");
    const [cookie = ""] = cookies;
    expect(claimedGuests(cookie, await userIdOf(person.email), false)).toEqual([visit.guest.userId]);
    expect(claimedGuests(cookie, await userIdOf(other.email), false)).toEqual([]);
    // The guest is deleted, so the cookie gives nothing to another account.
    expect(await named(other, cookieHeaders(visit.guest))).toEqual([]);
  });

  test("but not the role of an invite that was withdrawn since", async () => {
    const visit = await newVisit();
    const { owner, trip, guest } = visit;
    const [invite] = (await send(invitesApi.list, { params: { tripId: trip.id }, token: owner.token }))
      .body as { id: string }[];
    await send(invitesApi.revoke, {
      params: { tripId: trip.id, inviteId: invite?.id ?? "" },
      token: owner.token,
    });
    const person = await signUpAndVerify();
    await authApi().post("/sign-in/email", person, cookieHeaders(guest));
    await expectGuestDataMoved(visit, await userIdOf(person.email), "guest");
  });

  test("also where they were removed, which counts for the account", async () => {
    const visit = await newVisit();
    const { owner, trip, guest, member } = visit;
    const open = await newInvite(owner, trip.id, { role: "editor" });
    await send(membersApi.remove, { params: { tripId: trip.id, userId: guest.userId }, token: owner.token });
    const person = await signUpAndVerify();
    const { token } = sessionOf(await authApi().post("/sign-in/email", person, cookieHeaders(guest)));
    const { members } = await readTrip(owner, trip.id);
    expect(memberOf(members, await userIdOf(person.email))).toMatchObject({
      id: member.id,
      role: "guest",
      name: "Gil",
      leftAt: expect.any(String),
    });
    expect(await send(invitesApi.accept, { params: { token: open.token }, token })).toMatchObject({
      status: 410,
      body: { code: "INVITE_GONE" },
    });
  });
});
