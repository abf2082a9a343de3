import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newInvite, newMember, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

/* An old link must not restore a former role, and a retried request must not take effect twice. */

function expectGone(sent: RawAnswer): void {
  expectRefused(sent, 410, "INVITE_GONE", "This invite no longer works. Ask for a new link.");
}

function accept(person: Person, token: string, key?: string): Promise<RawAnswer> {
  const headers: Record<string, string> = key ? { "idempotency-key": key } : {};
  return send(invitesApi.accept, { params: { token }, token: person.token, headers });
}

async function setRole(owner: Person, trip: TripDto, person: Person, role: "viewer" | "editor") {
  const params = { tripId: trip.id, userId: person.userId };
  const sent = await send(membersApi.update, { params, token: owner.token, body: { role } });
  expect(sent.status).toBe(200);
}

async function remove(owner: Person, trip: TripDto, person: Person) {
  const params = { tripId: trip.id, userId: person.userId };
  expect((await send(membersApi.remove, { params, token: owner.token })).status).toBe(204);
}

async function leave(trip: TripDto, person: Person) {
  const sent = await send(tripsApi.leave, { params: { tripId: trip.id }, token: person.token });
  expect(sent.status).toBe(204);
}

async function roleOf(person: Person, trip: TripDto): Promise<string> {
  return (await readTrip(person, trip.id)).role;
}

async function newScene() {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const link = await newInvite(ann, trip.id, { role: "editor" });
  return { ann, trip, link };
}

describe("an older link", () => {
  test("does not undo a demotion, not even after leaving; a newer one raises again", async () => {
    const { ann, trip, link } = await newScene();
    const bob = await newPerson();
    expectWritten(await accept(bob, link.token));
    await setRole(ann, trip, bob, "viewer");
    expect((await accept(bob, link.token)).body).toEqual({ tripId: trip.id, role: "viewer" });
    expect(await roleOf(bob, trip)).toBe("viewer");
    await leave(trip, bob);
    expectGone(await accept(bob, link.token));
    const newer = await newInvite(ann, trip.id, { role: "editor" });
    expect((await accept(bob, newer.token)).body).toEqual({ tripId: trip.id, role: "editor" });
  });

  test("does not raise someone who was removed and let in again as a viewer", async () => {
    const { ann, trip, link } = await newScene();
    const bob = await newPerson();
    expectWritten(await accept(bob, link.token));
    await remove(ann, trip, bob);
    expectGone(await accept(bob, link.token));
    const viewers = await newInvite(ann, trip.id, { role: "viewer" });
    expectWritten(await accept(bob, viewers.token));
    expect((await accept(bob, link.token)).body).toEqual({ tripId: trip.id, role: "viewer" });
    expect(await roleOf(bob, trip)).toBe("viewer");
  });

  test("still lets in again who left of their own will, and raises who was never demoted", async () => {
    const { ann, trip, link } = await newScene();
    const bob = await newMember(ann, trip, "viewer");
    expect((await accept(bob, link.token)).body).toMatchObject({ role: "editor" });
    await leave(trip, bob);
    expect((await accept(bob, link.token)).body).toMatchObject({ role: "editor" });
  });

  test("outlives the owner's step down to editor: the new owner's trip keeps its links", async () => {
    const { ann, trip, link } = await newScene();
    const heir = await newMember(ann, trip, "editor");
    const params = { tripId: trip.id };
    await send(tripsApi.transfer, { params, token: ann.token, body: { userId: heir.userId } });
    expectWritten(await accept(await newPerson(), link.token));
  });
});

test.each(["demoted", "removed", "gone"])(
  "a link stays dead when its maker, once %s, may invite again",
  async (how) => {
    const { ann, trip } = await newScene();
    const editor = await newMember(ann, trip, "editor");
    const { token } = await newInvite(editor, trip.id, { role: "editor" });
    const later = async () => accept(editor, (await newInvite(ann, trip.id, { role: "editor" })).token);
    if (how === "demoted") {
      await setRole(ann, trip, editor, "viewer");
      await setRole(ann, trip, editor, "editor");
    } else {
      await (how === "removed" ? remove(ann, trip, editor) : leave(trip, editor));
      await later();
    }
    expect(await roleOf(editor, trip)).toBe("editor");
    expectGone(await accept(await newPerson(), token));
    expectWritten(await accept(await newPerson(), (await newInvite(editor, trip.id)).token));
  },
);

describe("a repeated request", () => {
  test("to accept is answered as before, although the link would no longer let in", async () => {
    const { ann, trip, link } = await newScene();
    const bob = await newPerson();
    const key = uuidv7();
    const first = await accept(bob, link.token, key);
    const seq = expectWritten(first);
    await remove(ann, trip, bob);
    const again = await accept(bob, link.token, key);
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    expect(again.headers.get("x-trip-seq")).toBe(String(seq));
    expect((await readTrip(ann, trip.id)).seq).toBe(seq + 1);
    expectGone(await accept(bob, link.token));
  });

  test("under the key of another is refused, although its link does not work", async () => {
    const { link } = await newScene();
    const other = await newScene();
    const bob = await newPerson();
    const key = uuidv7();
    await accept(bob, link.token, key);
    const params = { tripId: other.trip.id, inviteId: other.link.id };
    await send(invitesApi.revoke, { params, token: other.ann.token });
    expect(await accept(bob, other.link.token, key)).toMatchObject({
      status: 409,
      body: { code: "KEY_REUSED" },
    });
  });

  test("to make a link says that it was revoked since", async () => {
    const { ann, trip } = await newScene();
    const params = { tripId: trip.id };
    const input = { params, token: ann.token, body: { id: uuidv7(), role: "viewer" } };
    const first = await send(invitesApi.create, input);
    expect(first.status).toBe(201);
    expect(first.body).not.toHaveProperty("deletedAt");
    const revoked = { params: { ...params, inviteId: input.body.id }, token: ann.token };
    expect((await send(invitesApi.revoke, revoked)).status).toBe(204);
    const again = await send(invitesApi.create, input);
    expect(again.status).toBe(200);
    expect(again.body).toEqual({
      ...Object(first.body),
      version: 2,
      updatedAt: expect.any(String),
      deletedAt: Object(again.body).updatedAt,
    });
  });
});
