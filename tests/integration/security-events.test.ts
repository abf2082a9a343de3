// @long: what the log says of sign-ins
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { accountPseudonym, addressPseudonym } from "#lib/server/http/pseudonym.ts";
import { sessionTokens } from "#lib/server/access/session.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newInvite } from "#tests/factories/trips.ts";
import { authApi, ORIGIN, type SignedIn, sessionOf, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { send } from "#tests/helpers/handlers.ts";
import { linesOfEvent, listenToLog } from "#tests/helpers/log-lines.ts";
import { lastCode, useMailbox } from "#tests/helpers/mailbox.ts";
import { cookiesOf } from "#tests/helpers/provider-walk.ts";
import { totp } from "#tests/helpers/totp.ts";

useMailbox();

let logged: ReturnType<typeof listenToLog>;
beforeEach(() => {
  logged = listenToLog();
});
afterEach(() => logged.stop());

const UUID = expect.stringMatching(/^[\da-f-]{36}$/);
const FROM = expect.stringMatching(/^[\w-]{16}$/);

function events(event: string): object[] {
  return linesOfEvent(logged.lines(), event);
}

/** Checks that no log line contains the person's name, address, password or token, or one of the secrets. */
function expectNobody({ email, name, password, token }: SignedIn, ...secrets: string[]): void {
  for (const personal of [email, email.split("@")[0] ?? "", name, password, token, ...secrets])
    expect(logged.text()).not.toContain(personal);
}

async function idOf({ email }: SignedIn): Promise<string> {
  return (await userRow(email))?.id ?? "";
}

describe("signing in", () => {
  test("by code and by password is told with its way, whom by and from where", async () => {
    const person = await signUpAndVerify();
    const code = lastCode(person.email);
    const userId = await idOf(person);
    await authApi(undefined, "203.0.113.9").post("/sign-in/email", person);
    expect(events("sign-in.succeeded")).toMatchObject([
      { way: "code", userId, sessionId: UUID, from: FROM, route: "/api/auth/email-otp/verify-email" },
      { way: "password", userId, sessionId: UUID, route: "/api/auth/sign-in/email" },
    ]);
    const from = addressPseudonym(new Headers({ "x-wayfare-client-ip": "203.0.113.9" }));
    expect(events("sign-in.succeeded").at(-1)).toMatchObject({ from });
    expect(from).not.toBe(addressPseudonym(new Headers({ "x-wayfare-client-ip": "203.0.113.8" })));
    expectNobody(person, code, "203.0.113");
  });

  test("that fails is told by the pseudonym of whom it was tried for", async () => {
    const person = await signUpAndVerify();
    await authApi().post("/sign-in/email", { ...person, password: "wrong password of all" });
    await authApi().post("/sign-in/email-otp", { email: person.email.toUpperCase(), otp: "000000" });
    const account = accountPseudonym(person.email);
    expect(events("sign-in.failed")).toMatchObject([
      { way: "password", code: "INVALID_EMAIL_OR_PASSWORD", account, from: FROM },
      { way: "code", code: "INVALID_OTP", account },
    ]);
    expectNobody(person, "wrong password of all", "000000");
  });

  test("a guest by an invite", async () => {
    const { owner, tripId } = await newTripFixture();
    const { token } = await newInvite(owner, tripId);
    const body = { inviteToken: token, name: "Planted Guest" };
    expect((await authApi().post("/sign-in/anonymous", body)).status).toBe(200);
    expect(events("sign-in.succeeded")).toMatchObject([{ way: "invite", userId: UUID, sessionId: UUID }]);
    for (const personal of [token, "Planted Guest"]) expect(logged.text()).not.toContain(personal);
  });
});

describe("a second factor", () => {
  test("is told when it is begun, on, asked for, failed, given, renewed and off", async () => {
    const person = await signUpAndVerify();
    const userId = await idOf(person);
    const own = { cookie: person.cookie, origin: ORIGIN };
    const enabled = await authApi().post("/two-factor/enable", { password: person.password }, own);
    const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] };
    const on = await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, own);
    expect(events("second-factor.begun")).toMatchObject([{ userId }]);
    expect(events("second-factor.on")).toMatchObject([{ userId, sessionId: UUID }]);

    const challenge = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
    const waiting = { cookie: cookiesOf(challenge.headers), origin: ORIGIN };
    await authApi().post("/two-factor/verify-totp", { code: "000000" }, waiting);
    await authApi().post("/two-factor/verify-backup-code", { code: backupCodes[0] }, waiting);
    expect(events("sign-in.challenged")).toMatchObject([{ way: "password" }]);
    expect(events("sign-in.failed")).toMatchObject([{ way: "authenticator", code: "INVALID_CODE" }]);
    expect(events("sign-in.succeeded").slice(1)).toMatchObject([{ way: "backup-code", userId }]);
    expect(events("session.ended")).toHaveLength(1);

    const bearer = { authorization: `Bearer ${sessionOf(on).token}` };
    const renewed = await authApi().call("/two-factor/generate-backup-codes", { headers: bearer });
    await authApi().call("/two-factor/disable", { headers: bearer });
    expect(events("second-factor.codes-renewed")).toMatchObject([{ userId }]);
    expect(events("second-factor.off")).toMatchObject([{ userId }]);
    const { backupCodes: others } = renewed.body as { backupCodes: string[] };
    expectNobody(person, ...backupCodes, ...others, new URL(totpURI).searchParams.get("secret") ?? "?");
  });
});

describe("what becomes of an account", () => {
  test("a new password, and sessions that end with it", async () => {
    const person = await signUpAndVerify();
    const userId = await idOf(person);
    await authApi().post("/sign-in/email", person);
    const own = { cookie: person.cookie, origin: ORIGIN };
    const body = {
      currentPassword: person.password,
      newPassword: "another battery",
      revokeOtherSessions: true,
    };
    expect((await authApi().post("/change-password", body, own)).status).toBe(200);
    expect(events("password.changed")).toMatchObject([{ userId }]);
    expect(events("session.ended").length).toBeGreaterThan(0);
    for (const ended of events("session.ended")) expect(ended).toMatchObject({ userId, sessionId: UUID });
    expectNobody(person, "another battery");
  });

  test("signing out ends one session", async () => {
    const person = await signUpAndVerify();
    await authApi().post("/sign-out", {}, { cookie: person.cookie, origin: ORIGIN });
    expect(events("session.ended")).toMatchObject([{ sessionId: UUID, route: "/api/auth/sign-out" }]);
  });
});

describe("what is refused", () => {
  test("a role that is too low", async () => {
    const { tripId, viewer, stop } = await newTripFixture();
    const params = { tripId, stopId: stop.id };
    expect((await send(stopsApi.delete, { params, token: viewer.token })).status).toBe(403);
    expect(events("access.refused")).toMatchObject([
      { code: "FORBIDDEN", userId: viewer.userId, route: "/api/trips/{tripId}/stops/{stopId}" },
    ]);
  });

  test("another site's page", async () => {
    const { tripId, owner } = await newTripFixture();
    const cookie = sessionTokens().cookie(owner.token).split(";")[0] ?? "";
    const headers = { cookie, origin: "https://evil.example" };
    expect((await send(tripsApi.archive, { params: { tripId }, headers })).status).toBe(403);
    await authApi().post("/sign-out", {}, headers);
    expect(events("origin.refused")).toMatchObject([
      { userId: owner.userId, code: "INVALID_ORIGIN" },
      { route: "/api/auth/sign-out", code: "INVALID_ORIGIN" },
    ]);
    expect(logged.text()).not.toContain("evil.example");
  });

  test("one that asks too often", async () => {
    const api = authApi();
    const body = { email: "ann.planted@people.test", password: "planted password" };
    for (let tries = 0; tries < 40; tries++) await api.post("/sign-in/email", body);
    await awaitDeferredWork();
    expect(events("rate-limit.hit")[0]).toMatchObject({ route: "/api/auth/sign-in/email", from: FROM });
    expect(logged.text()).not.toContain("planted");
  });

  test("many who are nobody, once and not each time", async () => {
    for (let tries = 0; tries < 120; tries++) await send(tripsApi.list, { token: "nobody" });
    expect(events("access.unauthenticated")).toMatchObject([{ count: 50, seconds: 60 }]);
  });
});
