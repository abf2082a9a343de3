import { expect, test } from "vitest";
import { HttpClient, sessionCookieOf, textAt, tokenOf } from "./http-client.ts";
import { expectOk, lastCode, newCredentials, newNativePerson } from "./people.ts";
import { query } from "./rows.ts";
import { newTrip } from "./trips.ts";

const PATH = "/api/auth/sign-in/anonymous";

async function newInvite(role = "editor"): Promise<{ token: string; tripId: string }> {
  const { client } = await newNativePerson();
  const tripId = textAt(await newTrip(client), "id");
  const answer = await client.post(`/api/trips/${tripId}/invites`, { role });
  return { token: textAt(answer, "token"), tripId };
}

test("Guests › POST /sign-in/anonymous: refused without a working invite and a name, and makes nothing", async () => {
  const count = "select count(*)::int as count from users where is_anonymous";
  const before = await query(count);
  for (const body of [{}, { name: "Gil" }, { inviteToken: "A".repeat(32) }]) {
    const answer = await new HttpClient().post(PATH, body);
    expect(answer).toMatchObject({ status: 400, body: { code: "INVITE_NEEDED" } });
  }
  const gone = await new HttpClient().post(PATH, { inviteToken: "A".repeat(32), name: "Gil" });
  expect(gone).toMatchObject({ status: 410, body: { code: "INVITE_GONE" } });
  expect(await query(count)).toEqual(before);
});

test("Guests › a guest reads, votes and comments in the invite's trip; elsewhere 403 `GUEST_LIMITED`", async () => {
  const { token: inviteToken, tripId } = await newInvite();
  const client = new HttpClient();
  const answer = expectOk(await client.post(PATH, { inviteToken, name: "Gil" }));
  expect(answer.body).toMatchObject({ tripId, user: { isAnonymous: true, name: "Gil" } });
  expect(sessionCookieOf(answer)).toBeDefined();
  client.token = tokenOf(answer);
  expect(await client.get(`/api/trips/${tripId}`)).toMatchObject({ status: 200, body: { role: "guest" } });
  const body = { target: { kind: "trip", id: tripId }, body: "Nice." };
  expect((await client.post(`/api/trips/${tripId}/comments`, body)).status).toBe(201);
  for (const path of ["/api/trips", "/api/users/me/export"]) {
    expect(await client.get(path)).toMatchObject({ status: 403, body: { code: "GUEST_LIMITED" } });
  }
});

test("Guests › signing up claims what the guest did, with the code that verifies the address", async () => {
  const { token: inviteToken, tripId } = await newInvite();
  const client = new HttpClient();
  client.token = tokenOf(expectOk(await client.post(PATH, { inviteToken, name: "Gil" })));
  const person = newCredentials();
  expectOk(await client.post("/api/auth/sign-up/email", person));
  const verified = await client.post("/api/auth/email-otp/verify-email", {
    email: person.email,
    otp: await lastCode(person.email),
  });
  client.token = tokenOf(expectOk(verified));
  expect(await client.get(`/api/trips/${tripId}`)).toMatchObject({ status: 200, body: { role: "editor" } });
});
