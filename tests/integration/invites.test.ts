import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { invites } from "#db/schema/members.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { CreatedInvite } from "#lib/shared/invites.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newInvite, newMember, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const NOBODYS_TOKEN = "A".repeat(32);

function expectGone(sent: RawAnswer): void {
  expectRefused(sent, 410, "INVITE_GONE", "This invite no longer works. Ask for a new link.");
}

function accept(person: Person, token: string): Promise<RawAnswer> {
  return send(invitesApi.accept, { params: { token }, token: person.token });
}

function preview(person: Person, token: string): Promise<RawAnswer> {
  return send(invitesApi.preview, { params: { token }, token: person.token });
}

describe("making an invite", () => {
  test("is for editors and owners", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId };
    for (const endpoint of [invitesApi.create, invitesApi.list]) {
      const input = endpoint.method === "GET" ? { params } : { params, body: { role: "viewer" } };
      expectUnauthenticated(await send(endpoint, input));
      expectAbsent(await send(endpoint, { ...input, token: scene.stranger.token }), "trip");
      expectForbidden(await send(endpoint, { ...input, token: scene.guest.token }), "guest", "editor");
      expectForbidden(await send(endpoint, { ...input, token: scene.viewer.token }), "viewer", "editor");
    }
  });

  test.each<[string, object, ...[string, string][]]>([
    ["no role", {}, ["role", 'Send one of "editor", "viewer", "guest".']],
    ["an owner", { role: "owner" }, ["role", 'Send one of "editor", "viewer", "guest".']],
    ["no address", { role: "viewer", email: "ann" }, ["email", "Send an e-mail address."]],
    ["a year and a day", { role: "viewer", expiresInDays: 366 }, ["expiresInDays", "Send at most 365."]],
    ["no use", { role: "viewer", maxUses: 0 }, ["maxUses", "Send at least 1."]],
    ["its own token", { role: "viewer", token: NOBODYS_TOKEN }, ["token", "This field is unknown."]],
  ])("refuses %s", async (_, body, ...issues) => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const input = { params: { tripId: trip.id }, token: ann.token };
    expectInvalid(await send(invitesApi.create, { ...input, body }), ...issues);
    expect((await send(invitesApi.list, input)).body).toEqual([]);
  });

  test("answers its token this once, and is no event of the trip", async () => {
    const { tripId, editor, owner } = await newTripFixture();
    const before = await readTrip(owner, tripId);
    const member = before.members.find(({ userId }) => userId === editor.userId);
    const body = { role: "editor", email: "Bob@Example.test", expiresInDays: 2, maxUses: 3 };
    const sent = await send(invitesApi.create, { params: { tripId }, token: editor.token, body });
    expect(sent.status).toBe(201);
    const { token, url, ...invite } = sent.body as CreatedInvite;
    expect(url).toBe(`http://localhost:3000/invite/${token}`);
    expect(invite).toEqual({
      id: expect.any(String),
      role: "editor",
      email: "bob@example.test",
      memberId: null,
      maxUses: 3,
      uses: 0,
      expiresAt: expect.any(String),
      createdBy: member?.id,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(Date.parse(invite.expiresAt) - Date.parse(invite.createdAt)).toBe(2 * 86_400_000);
    const list = await send(invitesApi.list, { params: { tripId }, token: owner.token });
    expect(list.body).toContainEqual(invite);
    expect(await readTrip(owner, tripId)).toEqual(before);
  });
});

describe("looking at an invite", () => {
  test("needs a session, and says nothing of links that don't work", async () => {
    const ann = await newPerson();
    expectUnauthenticated(await send(invitesApi.preview, { params: { token: NOBODYS_TOKEN } }));
    expectUnauthenticated(await send(invitesApi.accept, { params: { token: NOBODYS_TOKEN } }));
    expectGone(await preview(ann, NOBODYS_TOKEN));
    expectGone(await accept(ann, NOBODYS_TOKEN));
    expectAbsent(await preview(ann, "short"));
  });

  test("shows what it leads to, and nothing of the plan", async () => {
    const ann = await newPerson({ name: "Ann" });
    const trip = await newTrip(ann);
    const invite = await newInvite(ann, trip.id, { role: "editor" });
    const bob = await newPerson();
    const sent = await preview(bob, invite.token);
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual({
      tripId: trip.id,
      tripTitle: "Kyoto",
      startDate: "2026-11-14",
      endDate: "2026-11-18",
      role: "editor",
      invitedBy: "Ann",
      memberCount: 1,
      isMember: false,
      isPersonal: false,
      placeholderName: null,
      ownName: null,
    });
    await accept(bob, invite.token);
    expect((await preview(bob, invite.token)).body).toMatchObject({ memberCount: 2, isMember: true });
  });
});

describe("accepting an invite", () => {
  test("joins with its role, counts the use, and is one event", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const bob = await newPerson({ name: "Bob", image: "https://pictures.test/bob.png" });
    const invite = await newInvite(ann, trip.id, { role: "editor" });
    const sent = await accept(bob, invite.token);
    expect(expectWritten(sent)).toBe(trip.seq + 1);
    expect(sent.body).toEqual({ tripId: trip.id, role: "editor" });
    const events = await lastGroup(ann, trip.id, trip.seq);
    expect(events).toMatchObject([{ op: "member.joined", actorId: bob.userId }]);
    const { members, role } = await readTrip(bob, trip.id);
    expect(role).toBe("editor");
    expect(members[1]).toEqual(events[0]?.entity);
    expect(members[1]).toMatchObject({
      userId: bob.userId,
      name: "Bob",
      image: "https://pictures.test/bob.png",
    });
    const list = await send(invitesApi.list, { params: { tripId: trip.id }, token: ann.token });
    expect(list.body).toMatchObject([{ id: invite.id, uses: 1 }]);
  });

  test("again changes nothing and spends no use", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const invite = await newInvite(ann, trip.id, { maxUses: 2 });
    const bob = await newPerson();
    await accept(bob, invite.token);
    const again = await accept(bob, invite.token);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 200,
      body: { tripId: trip.id, role: "viewer" },
    });
    expectWritten(await accept(await newPerson(), invite.token));
    expectGone(await accept(await newPerson(), invite.token));
    const list = await send(invitesApi.list, { params: { tripId: trip.id }, token: ann.token });
    expect(list.body).toEqual([]);
    expect((await readTrip(ann, trip.id)).seq).toBe(trip.seq + 2);
  });

  test("raises a role and never lowers one", async () => {
    const scene = await newTripFixture();
    const viewerLink = await newInvite(scene.owner, scene.tripId, { role: "viewer" });
    const editorLink = await newInvite(scene.owner, scene.tripId, { role: "editor" });
    expect((await accept(scene.owner, viewerLink.token)).body).toMatchObject({ role: "owner" });
    expect((await accept(scene.editor, viewerLink.token)).body).toMatchObject({ role: "editor" });
    const { seq } = await readTrip(scene.owner, scene.tripId);
    expect((await accept(scene.viewer, editorLink.token)).body).toMatchObject({ role: "editor" });
    expect((await accept(scene.guest, viewerLink.token)).body).toMatchObject({ role: "viewer" });
    const { members } = await readTrip(scene.owner, scene.tripId);
    expect(members.map(({ role }) => role)).toEqual(["owner", "editor", "editor", "viewer", "guest"]);
    expect((await readTrip(scene.owner, scene.tripId)).seq).toBe(seq + 2);
  });

  test("that is bound to an address is for that verified address alone", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const email = `${uuidv7()}@people.test`;
    const { token } = await newInvite(ann, trip.id, { email: email.toUpperCase() });
    const refusal = [403, "INVITE_OTHER_ADDRESS"] as const;
    const message = "This invite is for another e-mail address. Sign in with that one.";
    expectRefused(await accept(await newPerson(), token), ...refusal, message);
    const bob = await newPerson({ email });
    expectWritten(await accept(bob, token));
  });

  test("is refused to the right address while it is not verified", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const email = `${uuidv7()}@people.test`;
    const { token } = await newInvite(ann, trip.id, { email });
    const bob = await newPerson({ email, emailVerified: false });
    expect((await accept(bob, token)).status).toBe(403);
    expectAbsent(await send(tripsApi.get, { params: { tripId: trip.id }, token: bob.token }), "trip");
  });
});

describe("an invite dies", () => {
  test("when it is revoked, by any editor", async () => {
    const scene = await newTripFixture();
    const other = await newTripFixture();
    const invite = await newInvite(scene.owner, scene.tripId);
    const params = { tripId: scene.tripId, inviteId: invite.id };
    expectUnauthenticated(await send(invitesApi.revoke, { params }));
    expectAbsent(await send(invitesApi.revoke, { params, token: scene.stranger.token }), "trip");
    expectForbidden(await send(invitesApi.revoke, { params, token: scene.viewer.token }), "viewer", "editor");
    const { token } = scene.editor;
    expectAbsent(
      await send(invitesApi.revoke, { params: { ...params, inviteId: uuidv7() }, token }),
      "invite",
    );
    const elsewhere = { params: { ...params, tripId: other.tripId }, token: other.owner.token };
    expectAbsent(await send(invitesApi.revoke, elsewhere), "invite");
    expect((await preview(scene.stranger, invite.token)).status).toBe(200);
    expect((await send(invitesApi.revoke, { params, token })).status).toBe(204);
    expectAbsent(await send(invitesApi.revoke, { params, token }), "invite");
    expectGone(await preview(scene.stranger, invite.token));
    expectGone(await accept(scene.stranger, invite.token));
    const list = await send(invitesApi.list, { params, token });
    expect((list.body as { id: string }[]).map(({ id }) => id)).not.toContain(invite.id);
  });

  test("with its trip, for members too, until that is restored", async () => {
    const { owner, editor, stranger, tripId } = await newTripFixture();
    const { token } = await newInvite(owner, tripId);
    await send(tripsApi.delete, { params: { tripId }, token: owner.token });
    for (const person of [stranger, editor, owner]) {
      expectGone(await preview(person, token));
      expectGone(await accept(person, token));
    }
    await send(tripsApi.restore, { params: { tripId }, token: owner.token });
    expectWritten(await accept(stranger, token));
  });

  test("when its time is over", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const invite = await newInvite(ann, trip.id);
    const rows = freshDatabase().drizzle.update(invites);
    await rows.set({ expiresAt: new Date(Date.now() - 1000) }).where(eq(invites.id, invite.id));
    expectGone(await accept(await newPerson(), invite.token));
    const list = await send(invitesApi.list, { params: { tripId: trip.id }, token: ann.token });
    expect(list.body).toEqual([]);
  });

  test.each(["leaves", "is removed", "becomes a viewer"])("when the one who made it %s", async (end) => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const editor = await newMember(ann, trip, "editor");
    const invite = await newInvite(editor, trip.id);
    const params = { tripId: trip.id, userId: editor.userId };
    if (end === "leaves") await send(tripsApi.leave, { params, token: editor.token });
    else if (end === "is removed") await send(membersApi.remove, { params, token: ann.token });
    else await send(membersApi.update, { params, token: ann.token, body: { role: "viewer" } });
    expectGone(await preview(await newPerson(), invite.token));
    expectGone(await accept(await newPerson(), invite.token));
    expect((await send(invitesApi.list, { params, token: ann.token })).body).not.toContainEqual(
      expect.objectContaining({ id: invite.id }),
    );
  });

  test("for the one who was removed since; a newer one lets them in again", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const old = await newInvite(ann, trip.id);
    const bob = await newPerson();
    await accept(bob, old.token);
    await send(membersApi.remove, { params: { tripId: trip.id, userId: bob.userId }, token: ann.token });
    expectGone(await preview(bob, old.token));
    expectGone(await accept(bob, old.token));
    // The link still works for other people.
    expectWritten(await accept(await newPerson(), old.token));
    expectWritten(await accept(bob, (await newInvite(ann, trip.id)).token));
  });
});
