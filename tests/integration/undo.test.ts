import { describe, expect, test } from "vitest";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import {
  historyAfter,
  lastGroup,
  newComment,
  newInvite,
  newStop,
  newTrip,
  patchTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { withoutCounters } from "#tests/helpers/uncounted-trip.ts";
import {
  expectAbsent,
  expectForbidden,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

function undo(person: Person, tripId: string, seq: number): Promise<RawAnswer> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: person.token });
}

/** An exchange rate from the list that is part of the service. */
const shipped = { source: "snapshot", date: expect.any(String) };

function expectConflict(sent: RawAnswer, ...seqs: number[]): void {
  const message = "Something later builds on this change. Undo that first.";
  expectRefused(sent, 409, "UNDO_CONFLICT", message, { details: { seqs } });
}

function expectNotUndoable(sent: RawAnswer): void {
  expectRefused(sent, 409, "NOT_UNDOABLE", "This kind of change has its own way back, not undo.");
}

/** Creates a trip with two stops on its first day, and functions that change them and return the seq. */
async function newPlan() {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const stop = await newStop(ann, trip, { name: "One" });
  const other = await newStop(ann, trip, { name: "Two" });
  const params = { tripId: trip.id, stopId: stop.id };
  const edit = async (body: object, person = ann) =>
    expectWritten(await send(stopsApi.update, { params, token: person.token, body }));
  return { ann, trip, tripId: trip.id, stop, other, params, edit };
}

describe("undo", () => {
  test("is refused to strangers, to readers, and for what never happened", async () => {
    const scene = await newTripFixture();
    const { tripId } = scene;
    const seq = (await patchTrip(scene.editor, tripId, { title: "Kansai" })).seq;
    expectUnauthenticated(await send(eventsApi.undo, { params: { tripId, seq: String(seq) } }));
    expectAbsent(await undo(scene.stranger, tripId, seq), "trip");
    expectForbidden(await undo(scene.guest, tripId, seq), "guest", "editor");
    expectForbidden(await undo(scene.viewer, tripId, seq), "viewer", "editor");
    expectAbsent(await undo(scene.owner, tripId, seq + 1), "event");
    expectAbsent(await undo(scene.owner, tripId, 0));
    expect((await readTrip(scene.owner, tripId)).seq).toBe(seq);
  });

  test("writes the inverse as a new write, signed by who undid it", async () => {
    const { tripId, editor, owner } = await newTripFixture();
    const before = await readTrip(editor, tripId);
    const { seq } = await patchTrip(owner, tripId, { title: "Kansai", currency: "USD" });
    const sent = await undo(editor, tripId, seq);
    expect(expectWritten(sent)).toBe(seq + 1);
    const events = await lastGroup(owner, tripId, seq);
    expect(sent.body).toEqual({ events, kept: [] });
    const changes = { title: ["Kansai", "Kyoto"], currency: ["USD", "JPY"] };
    expect(events).toMatchObject([{ op: "trip.updated", actorId: editor.userId, changes }]);
    // The rate of the other currency stays stored, because something may have been recorded in that currency.
    const formerCurrencies = [{ currency: "USD", value: expect.any(String), ...shipped }];
    const expected = { ...withoutCounters(before), formerCurrencies };
    expect(withoutCounters(await readTrip(editor, tripId))).toEqual(expected);
  });

  test.each<[string, (world: Awaited<ReturnType<typeof newPlan>>) => Promise<number>]>([
    [
      "an edited stop",
      ({ edit }) =>
        edit({ name: "Uno", notes: "Hi", cost: { amount: 5, currency: "EUR" }, travelMode: "cycle" }),
    ],
    [
      "an added stop",
      async ({ ann, trip }) => {
        await newStop(ann, trip, { name: "Three", dayId: null });
        return (await readTrip(ann, trip.id)).seq;
      },
    ],
    [
      "a deleted stop",
      async ({ ann, params }) =>
        expectWritten(await send(stopsApi.delete, { params, token: ann.token }), 204),
    ],
    [
      "a moved stop",
      async ({ ann, params, trip }) => {
        const body = { dayId: trip.days[2]?.id, afterId: null };
        return expectWritten(await send(stopsApi.move, { params, token: ann.token, body }));
      },
    ],
    [
      "an edited day",
      async ({ ann, tripId, trip }) => {
        const params = { tripId, dayId: trip.days[0]?.id ?? "" };
        return expectWritten(await send(daysApi.update, { params, token: ann.token, body: { title: "A" } }));
      },
    ],
    [
      "fewer days",
      async ({ ann, tripId }) =>
        (await patchTrip(ann, tripId, { startDate: "2026-11-16", endDate: "2026-11-17" })).seq,
    ],
    [
      "more days",
      async ({ ann, tripId }) =>
        (await patchTrip(ann, tripId, { startDate: "2026-11-10", endDate: "2026-11-20" })).seq,
    ],
    [
      "no days",
      async ({ ann, tripId }) => (await patchTrip(ann, tripId, { startDate: null, endDate: null })).seq,
    ],
    [
      "shifted days",
      async ({ ann, tripId }) =>
        (await patchTrip(ann, tripId, { startDate: "2026-11-16", endDate: "2026-11-19", dateMode: "shift" }))
          .seq,
    ],
    [
      "a vote",
      async ({ ann, params }) =>
        expectWritten(await send(stopsApi.vote, { params, token: ann.token, body: { value: -1 } })),
    ],
    [
      "a comment",
      async ({ ann, tripId, stop }) => {
        await newComment(ann, tripId, { target: { kind: "stop", id: stop.id } });
        return (await readTrip(ann, tripId)).seq;
      },
    ],
  ])("takes back %s, also after other edits, and undoing the undo brings it again", async (_, change) => {
    const world = await newPlan();
    const { ann, tripId, trip, other } = world;
    const before = withoutCounters(await readTrip(ann, tripId));
    const seq = await change(world);
    const changed = withoutCounters(await readTrip(ann, tripId));
    expect(changed).not.toEqual(before);
    const params = { tripId, stopId: other.id };
    await send(stopsApi.update, { params, token: ann.token, body: { notes: "Elsewhere" } });
    const elsewhere = (was: TripDto | ReturnType<typeof withoutCounters>) => ({
      ...was,
      stops: was.stops.map((stop) => (stop.id === other.id ? { ...stop, notes: "Elsewhere" } : stop)),
    });
    const undone = expectWritten(await undo(ann, tripId, seq));
    expect(withoutCounters(await readTrip(ann, tripId))).toEqual(elsewhere(before));
    const redone = expectWritten(await undo(ann, tripId, undone));
    expect(withoutCounters(await readTrip(ann, tripId))).toEqual(elsewhere(changed));
    expectWritten(await undo(ann, tripId, redone));
    expect(withoutCounters(await readTrip(ann, tripId))).toEqual(elsewhere(before));
    expect(trip.id).toBe(tripId);
  });
});

describe("undo after undo", () => {
  test("takes a person's steps back one after the other, newest first, on the same field too", async () => {
    const { ann, tripId, edit } = await newPlan();
    const states = [withoutCounters(await readTrip(ann, tripId))];
    const seqs: number[] = [];
    for (const name of ["Uno", "Due", "Tre"]) {
      seqs.push(await edit({ name }));
      states.push(withoutCounters(await readTrip(ann, tripId)));
    }
    for (const index of [2, 1, 0]) {
      expectWritten(await undo(ann, tripId, seqs[index] ?? 0));
      expect(withoutCounters(await readTrip(ann, tripId))).toEqual(states[index]);
    }
  });

  test("takes back an added stop whose later edits were taken back", async () => {
    const { ann, trip, tripId } = await newPlan();
    const before = withoutCounters(await readTrip(ann, tripId));
    const stop = await newStop(ann, trip, { name: "Three" });
    const { seq } = await readTrip(ann, tripId);
    const params = { tripId, stopId: stop.id };
    const edited = await send(stopsApi.update, { params, token: ann.token, body: { notes: "A" } });
    expectConflict(await undo(ann, tripId, seq), seq + 1);
    expectWritten(await undo(ann, tripId, expectWritten(edited)));
    expectWritten(await undo(ann, tripId, seq));
    expect(withoutCounters(await readTrip(ann, tripId))).toEqual(before);
  });
});

describe("undo is refused", () => {
  test("where something later touched the same field, and says what", async () => {
    const { ann, tripId, edit } = await newPlan();
    const first = await edit({ name: "Uno", notes: "A" });
    await edit({ url: "https://example.test/" });
    const second = await edit({ notes: "B" });
    const third = await edit({ notes: "C" });
    const before = await readTrip(ann, tripId);
    expectConflict(await undo(ann, tripId, first), second, third);
    expect(await readTrip(ann, tripId)).toEqual(before);
    expectWritten(await undo(ann, tripId, third));
  });

  test("where the row is gone since", async () => {
    const { ann, tripId, edit, params } = await newPlan();
    const seq = await edit({ name: "Uno" });
    const gone = expectWritten(await send(stopsApi.delete, { params, token: ann.token }), 204);
    expectConflict(await undo(ann, tripId, seq), gone);
  });

  test("where a day that it would take away holds a stop now", async () => {
    const { ann, tripId } = await newPlan();
    const longer = await patchTrip(ann, tripId, { startDate: "2026-11-14", endDate: "2026-11-19" });
    await newStop(ann, longer, { dayId: longer.days[5]?.id ?? null });
    expectConflict(await undo(ann, tripId, longer.seq), longer.seq + 1);
  });

  test("for what has its own way back: making, archiving, deleting, roles and people", async () => {
    const scene = await newTripFixture();
    const { tripId, owner } = scene;
    const input = { params: { tripId }, token: owner.token };
    expectNotUndoable(await undo(owner, tripId, 1));
    const { token } = await newInvite(owner, tripId);
    await send(invitesApi.accept, { params: { token }, token: scene.stranger.token });
    expectNotUndoable(await undo(owner, tripId, (await readTrip(owner, tripId)).seq));
    await send(tripsApi.archive, input);
    await send(tripsApi.unarchive, input);
    const { seq } = await readTrip(owner, tripId);
    expectNotUndoable(await undo(owner, tripId, seq));
    expectNotUndoable(await undo(owner, tripId, seq - 1));
  });

  test("for others' votes and comments, whatever the role; their authors may", async () => {
    const { tripId, owner, guest, stop } = await newTripFixture();
    const params = { tripId, stopId: stop.id };
    const vote = await send(stopsApi.vote, { params, token: guest.token, body: { value: 1 } });
    const comment = await newComment(guest, tripId);
    const [voted, said] = [expectWritten(vote), expectWritten(vote) + 1];
    for (const seq of [voted, said]) {
      expectRefused(
        await undo(owner, tripId, seq),
        ...([403, "FORBIDDEN"] as const),
        "This can only be undone by the person it is from.",
      );
    }
    expectWritten(await undo(guest, tripId, voted));
    expectWritten(await undo(guest, tripId, said));
    expect(await readTrip(owner, tripId)).toMatchObject({ commentCount: 0, stops: [{ votes: [] }] });
    const history = await historyAfter(owner, tripId, said - 1);
    expect(JSON.stringify(history)).not.toContain(comment.body);
  });

  test("for a comment that its author deleted, in the hands of anyone else", async () => {
    const { tripId, owner, viewer } = await newTripFixture();
    const comment = await newComment(viewer, tripId, { body: "Private" });
    const params = { tripId, commentId: comment.id };
    const sent = await send(commentsApi.delete, { params, token: viewer.token });
    const seq = expectWritten(sent, 204);
    expect((await undo(owner, tripId, seq)).status).toBe(403);
    const back = await undo(viewer, tripId, seq);
    expect(back.body).toMatchObject({ events: [{ op: "comment.restored", entity: { body: "Private" } }] });
  });
});

test("of one of two dates is refused when the other was changed since, instead of ending the trip before it starts", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann, { startDate: "2026-12-10", endDate: "2026-12-13" });
  await patchTrip(ann, trip.id, { startDate: "2026-12-09", endDate: "2026-12-13" });
  const first = (await historyAfter(ann, trip.id, trip.seq))[0]?.seq ?? 0;
  await patchTrip(ann, trip.id, { startDate: "2026-12-09", endDate: "2026-12-09" });
  const before = await readTrip(ann, trip.id);
  const refused = await undo(ann, trip.id, first);
  expect(refused).toMatchObject({ status: 409, body: { code: "UNDO_CONFLICT" } });
  expect(await readTrip(ann, trip.id)).toEqual(before);
});
