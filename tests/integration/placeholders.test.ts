import { describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import {
  lastGroup,
  newInvite,
  newPlaceholder,
  newStop,
  newTrip,
  patchTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectArchived,
  expectForbidden,
  expectInvalid,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

async function memberOf(person: Person, tripId: string, id: string): Promise<MemberDto | undefined> {
  return (await readTrip(person, tripId)).members.find((member) => member.id === id);
}

function accept(person: Person, token: string, merge?: "true" | "false"): Promise<RawAnswer> {
  return send(invitesApi.accept, { params: { token }, token: person.token, query: merge ? { merge } : {} });
}

function undo(person: Person, tripId: string, seq: number): Promise<RawAnswer> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: person.token });
}

describe("a placeholder", () => {
  test("is the editors' to add, rename, remove and bring back", async () => {
    const scene = await newTripFixture();
    const { tripId, owner } = scene;
    const { id: memberId } = await newPlaceholder(owner, tripId);
    const one = { params: { tripId, memberId } };
    const cases = [
      [membersApi.addPlaceholder, { params: { tripId }, body: { name: "Bob" } }],
      [membersApi.renamePlaceholder, { ...one, body: { name: "Bob" } }],
      [membersApi.removePlaceholder, one],
      [membersApi.restorePlaceholder, one],
    ] as const;
    for (const [endpoint, input] of cases) {
      expectUnauthenticated(await send(endpoint, input));
      expectAbsent(await send(endpoint, { ...input, token: scene.stranger.token }), "trip");
      expectForbidden(await send(endpoint, { ...input, token: scene.guest.token }), "guest", "editor");
      expectForbidden(
        await send(endpoint, { ...input, token: scene.anonymousGuest.token }),
        "guest",
        "editor",
      );
      expectForbidden(await send(endpoint, { ...input, token: scene.viewer.token }), "viewer", "editor");
    }
    await send(tripsApi.archive, { params: { tripId }, token: owner.token });
    for (const [endpoint, input] of cases)
      expectArchived(await send(endpoint, { ...input, token: owner.token }));
  });

  test("is no person's row, and a person's row is none", async () => {
    const { tripId, owner, viewer } = await newTripFixture();
    const { members } = await readTrip(owner, tripId);
    const memberId = members.find(({ userId }) => userId === viewer.userId)?.id ?? "";
    for (const id of [memberId, uuidv7()]) {
      const input = { params: { tripId, memberId: id }, token: owner.token };
      const rename = await send(membersApi.renamePlaceholder, { ...input, body: { name: "Bob" } });
      expectAbsent(rename, "placeholder");
      expectAbsent(await send(membersApi.removePlaceholder, input), "placeholder");
      expectAbsent(await send(membersApi.restorePlaceholder, input), "placeholder");
      const body = { role: "viewer", memberId: id };
      expectAbsent(
        await send(invitesApi.create, { params: { tripId }, token: owner.token, body }),
        "placeholder",
      );
    }
    const other = await newTrip(owner);
    const { id: elsewhere } = await newPlaceholder(owner, other.id);
    const params = { tripId, memberId: elsewhere };
    expectAbsent(await send(membersApi.removePlaceholder, { params, token: owner.token }), "placeholder");
  });

  test("has a name that can be shown", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const input = { params: { tripId: trip.id }, token: ann.token };
    expectInvalid(await send(membersApi.addPlaceholder, { ...input, body: { name: "\u200b" } }), [
      "name",
      "Fill this in with characters that can be seen.",
    ]);
    expectInvalid(await send(membersApi.addPlaceholder, { ...input, body: { name: "Bob", role: "owner" } }), [
      "role",
      "This field is unknown.",
    ]);
  });
});

describe("a placeholder's life", () => {
  test("comes, is renamed, goes and comes back, and every step can be undone", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const tripId = trip.id;
    const body = { id: uuidv7(), name: " Grandma " };
    const added = await send(membersApi.addPlaceholder, { params: { tripId }, token: ann.token, body });
    const addedSeq = expectWritten(added, 201);
    expect(added.body).toMatchObject({
      id: body.id,
      userId: null,
      hasAccount: false,
      name: "Grandma",
      image: null,
      leftAt: null,
    });
    const again = await send(membersApi.addPlaceholder, { params: { tripId }, token: ann.token, body });
    expect(again).toMatchObject({ status: 200, body: added.body });
    const one = { params: { tripId, memberId: body.id }, token: ann.token };
    const renamed = await send(membersApi.renamePlaceholder, { ...one, body: { name: "Oma" } });
    const renamedSeq = expectWritten(renamed);
    expect(await lastGroup(ann, tripId, renamedSeq - 1)).toMatchObject([
      { op: "member.updated", entity: renamed.body, changes: { name: ["Grandma", "Oma"] } },
    ]);
    // The creation cannot be undone while a later change builds on it.
    expect(await undo(ann, tripId, addedSeq)).toMatchObject({ status: 409, body: { code: "UNDO_CONFLICT" } });
    expect((await undo(ann, tripId, renamedSeq)).status).toBe(200);
    expect(await memberOf(ann, tripId, body.id)).toMatchObject({ name: "Grandma" });

    const stop = await newStop(ann, trip, { participants: [body.id] });
    const removed = await send(membersApi.removePlaceholder, one);
    const removedSeq = expectWritten(removed, 204);
    expect(await memberOf(ann, tripId, body.id)).toMatchObject({ leftAt: expect.any(String) });
    expect((await readTrip(ann, tripId)).stops.find(({ id }) => id === stop.id)?.participants).toEqual([
      body.id,
    ]);
    expectAbsent(await send(membersApi.removePlaceholder, one), "placeholder");
    expect((await undo(ann, tripId, removedSeq)).status).toBe(200);
    expect(await memberOf(ann, tripId, body.id)).toMatchObject({ leftAt: null });

    await send(membersApi.removePlaceholder, one);
    const restored = await send(membersApi.restorePlaceholder, one);
    const restoredSeq = expectWritten(restored);
    expect(restored.body).toMatchObject({ id: body.id, leftAt: null });
    expect((await lastGroup(ann, tripId, restoredSeq - 1)).map(({ op }) => op)).toEqual(["member.joined"]);
    expect((await undo(ann, tripId, restoredSeq)).status).toBe(200);
    expect(await memberOf(ann, tripId, body.id)).toMatchObject({ leftAt: expect.any(String) });
  });

  test("renamed by two at once tells the second what happened", async () => {
    const { tripId, owner, editor } = await newTripFixture();
    const { id: memberId } = await newPlaceholder(owner, tripId);
    const { seq } = await readTrip(owner, tripId);
    const one = { params: { tripId, memberId }, headers: { "x-base-seq": String(seq) } };
    const first = { ...one, token: owner.token, body: { name: "Oma" } };
    expect((await send(membersApi.renamePlaceholder, first)).status).toBe(200);
    const second = { ...one, token: editor.token, body: { name: "Nonna" } };
    expect(await send(membersApi.renamePlaceholder, second)).toMatchObject({
      status: 409,
      body: { code: "FIELD_CONFLICT", details: { fields: ["name"], current: { name: "Oma" } } },
    });
  });

  test("goes beyond two hundred nowhere", async () => {
    const ann = await newPerson();
    const { id: tripId } = await newTrip(ann);
    for (let turn = 0; turn < 200; turn++) await newPlaceholder(ann, tripId, `Name ${turn}`);
    expectRefused(
      await send(membersApi.addPlaceholder, { params: { tripId }, token: ann.token, body: { name: "Bob" } }),
      422,
      "LIMIT_REACHED",
      "A trip holds at most 200 people without an account. Remove some first.",
    );
  });
});

describe("an invite for a placeholder's place", () => {
  test("gives the row to the first who accepts, and a row of their own to the next", async () => {
    const { tripId, trip, owner } = await newTripFixture();
    const grandma = await newPlaceholder(owner, tripId);
    const stop = await newStop(owner, trip, { participants: [grandma.id] });
    const { token } = await newInvite(owner, tripId, { role: "editor", memberId: grandma.id });
    const [first, second] = [await newPerson({ name: "Greta" }), await newPerson({ name: "Gustav" })];
    const shown = await send(invitesApi.preview, { params: { token }, token: first.token });
    expect(shown.body).toMatchObject({ placeholderName: "Grandma", isPersonal: false });
    const { seq } = await readTrip(owner, tripId);
    expect(await accept(first, token)).toMatchObject({ status: 200, body: { tripId, role: "editor" } });
    expect(await lastGroup(owner, tripId, seq)).toMatchObject([
      {
        op: "member.updated",
        entity: { id: grandma.id, userId: first.userId, name: "Greta", role: "editor" },
        changes: { userId: [null, first.userId], name: ["Grandma", "Greta"], role: ["viewer", "editor"] },
      },
    ]);
    const claimedSeq = seq + 1;
    expect(await undo(owner, tripId, claimedSeq)).toMatchObject({
      status: 409,
      body: { code: "NOT_UNDOABLE" },
    });
    expect((await readTrip(first, tripId)).stops.find(({ id }) => id === stop.id)?.participants).toEqual([
      grandma.id,
    ]);
    expect((await accept(second, token)).status).toBe(200);
    const { members } = await readTrip(owner, tripId);
    expect(members.find(({ userId }) => userId === second.userId)?.id).not.toBe(grandma.id);
    const after = await send(invitesApi.preview, { params: { token }, token: (await newPerson()).token });
    expect(after.body).toMatchObject({ placeholderName: null });
  });

  test("taken by twenty at once goes to one of them", async () => {
    const ann = await newPerson();
    const { id: tripId } = await newTrip(ann);
    const grandma = await newPlaceholder(ann, tripId);
    const { token } = await newInvite(ann, tripId, { memberId: grandma.id });
    const people = await Promise.all(Array.from({ length: 20 }, () => newPerson()));
    const answers = await Promise.all(people.map((person) => accept(person, token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { members } = await readTrip(ann, tripId);
    expect(members).toHaveLength(21);
    expect(new Set(members.map(({ userId }) => userId)).size).toBe(21);
  });

  test("leaves whoever is or was in the trip, and says that it is somebody else, their own row", async () => {
    const { tripId, owner, viewer, editor } = await newTripFixture();
    const grandma = await newPlaceholder(owner, tripId);
    const { token, id } = await newInvite(owner, tripId, { role: "editor", memberId: grandma.id });
    expect(await accept(viewer, token, "false")).toMatchObject({ status: 200, body: { role: "editor" } });
    await send(tripsApi.leave, { params: { tripId }, token: editor.token });
    expect((await accept(editor, token, "false")).status).toBe(200);
    expect(await memberOf(owner, tripId, grandma.id)).toMatchObject({ userId: null, name: "Grandma" });
    // The invite ends with the placeholder and stays ended when the placeholder is restored.
    const one = { params: { tripId, memberId: grandma.id }, token: owner.token };
    await send(membersApi.removePlaceholder, one);
    await send(membersApi.restorePlaceholder, one);
    const open = (await send(invitesApi.list, { params: { tripId }, token: owner.token })).body as {
      id: string;
    }[];
    expect(open.map((invite) => invite.id)).not.toContain(id);
  });
});

test("a guest link gives people with an account the role of a guest, which grows by other links", async () => {
  const { tripId, owner, stop, viewer } = await newTripFixture();
  const person = await newPerson();
  const { token } = await newInvite(owner, tripId, { role: "guest" });
  expect(await accept(person, token)).toMatchObject({ status: 200, body: { role: "guest" } });
  expect(await accept(viewer, token)).toMatchObject({ status: 200, body: { role: "viewer" } });
  const vote = { params: { tripId, stopId: stop.id }, token: person.token, body: { value: 1 } };
  expect((await send(stopsApi.vote, vote)).status).toBe(200);
  const more = await newInvite(owner, tripId, { role: "editor" });
  expect(await accept(person, more.token)).toMatchObject({ status: 200, body: { role: "editor" } });
  expect((await patchTrip(person, tripId, { title: "Nara" })).title).toBe("Nara");
});
