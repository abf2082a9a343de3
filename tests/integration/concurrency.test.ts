import { describe, expect, test } from "vitest";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { dateRange } from "#lib/shared/dates.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, newInvite, newMember, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectArchived, expectForbidden, expectWritten } from "#tests/helpers/refusals.ts";
import { lockTripRow } from "#tests/helpers/trip-lock.ts";

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function statuses(answers: RawAnswer[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

describe("thirty writes at once by two people", () => {
  test("each get their own seq, and none is lost", async () => {
    const { owner, editor, tripId, stop } = await newTripFixture();
    const { seq } = await readTrip(owner, tripId);
    const params = { tripId, stopId: stop.id };
    const fields = [{ notes: "A" }, { url: "https://a.test/" }, { startTime: "09:00" }, { endTime: "10:00" }];
    const answers = await Promise.all(
      times(30, (index) => {
        const { token } = index % 2 === 0 ? owner : editor;
        if (index < 12)
          return send(stopsApi.create, { params, token, body: { name: `S${index}`, dayId: stop.dayId } });
        if (index < 16) return send(stopsApi.update, { params, token, body: fields[index - 12] });
        if (index < 20)
          return send(stopsApi.create, { params, token, body: { name: `S${index}`, dayId: null } });
        const target = { kind: "stop", id: stop.id };
        return send(commentsApi.create, { params, token, body: { target, body: `C${index}` } });
      }),
    );
    const seqs = answers.map((sent) => Number(sent.headers.get("x-trip-seq"))).toSorted((a, b) => a - b);
    expect(seqs).toEqual(times(30, (index) => seq + 1 + index));
    expect((await historyAfter(owner, tripId, 0)).map((event) => event.seq)).toEqual(
      times(seq + 30, (index) => index + 1),
    );
    const trip = await readTrip(owner, tripId);
    expect(trip.stops).toHaveLength(17);
    const positions = trip.stops.filter(({ dayId }) => dayId === stop.dayId).map(({ position }) => position);
    expect(new Set(positions).size).toBe(13);
    const edited = trip.stops.find(({ id }) => id === stop.id);
    expect(edited).toMatchObject({ ...Object.assign({}, ...fields), version: 5, commentCount: 10 });
  });

  test("of different trips don't wait for one another", async () => {
    const ann = await newPerson();
    const [held, free] = [await newTrip(ann), await newTrip(ann)];
    const lock = await lockTripRow(held.id);
    const waiting = newStop(ann, held);
    await lock.untilWaiting(1);
    await newStop(ann, free);
    expect((await readTrip(ann, held.id)).stops).toEqual([]);
    await lock.release();
    await waiting;
    expect((await readTrip(ann, held.id)).stops).toHaveLength(1);
  });

  test("that move the same stops leave one order", async () => {
    const { owner, editor, tripId, trip } = await newTripFixture();
    for (const index of times(4, (each) => each)) await newStop(owner, trip, { name: `S${index}` });
    const { stops } = await readTrip(owner, tripId);
    const answers = await Promise.all(
      times(30, (index) => {
        const [mover, anchor] = [stops[index % 5], stops[(index * 3 + 1) % 5]];
        const params = { tripId, stopId: mover?.id ?? "" };
        const body = { dayId: trip.days[index % 2]?.id, afterId: index % 4 === 0 ? null : anchor?.id };
        return send(stopsApi.move, { params, token: (index % 2 === 0 ? owner : editor).token, body });
      }),
    );
    expect(statuses(answers)).toEqual(times(30, () => 200));
    const after = await readTrip(owner, tripId);
    expect(after.stops.map(({ id }) => id).toSorted()).toEqual(stops.map(({ id }) => id).toSorted());
    for (const day of after.days) {
      const positions = after.stops.filter(({ dayId }) => dayId === day.id).map(({ position }) => position);
      expect(new Set(positions).size).toBe(positions.length);
    }
  });

  test("that change the dates leave the days of the last one", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const answers = await Promise.all(
      times(16, (index) => {
        const body = {
          startDate: `2026-11-${10 + (index % 7)}`,
          endDate: `2026-11-${18 + (index % 5)}`,
          dateMode: index % 3 === 0 ? "shift" : "keep",
        };
        return send(tripsApi.update, {
          params: { tripId },
          token: (index % 2 === 0 ? owner : editor).token,
          body,
        });
      }),
    );
    expect(statuses(answers)).toEqual(times(16, () => 200));
    const { days, startDate, endDate, stops } = await readTrip(owner, tripId);
    expect(days.map(({ date }) => date)).toEqual(dateRange(startDate ?? "", endDate ?? ""));
    expect(stops).toHaveLength(1);
  });
});

async function queue(first: Parameters<typeof send>, second: Parameters<typeof send>, tripId: string) {
  const lock = await lockTripRow(tripId);
  const before = send(...first);
  await lock.untilWaiting(1);
  const after = send(...second);
  await lock.untilWaiting(2);
  await lock.release();
  return [await before, await after] as const;
}

async function newQueue() {
  const scene = await newTripFixture();
  const { tripId, owner, editor, stop } = scene;
  const params = { tripId, userId: editor.userId, stopId: stop.id };
  const edit: Parameters<typeof send> = [
    stopsApi.update,
    { params, token: editor.token, body: { name: "Too late" } },
  ];
  const byOwner = { params, token: owner.token };
  const nothingWritten = async () =>
    expect((await readTrip(owner, tripId)).stops).toMatchObject([{ name: stop.name, version: 1 }]);
  return { ...scene, edit, byOwner, nothingWritten };
}

describe("a write that waited", () => {
  test("behind the removal of its author is refused", async () => {
    const { tripId, edit, byOwner, nothingWritten } = await newQueue();
    const [removed, late] = await queue([membersApi.remove, byOwner], edit, tripId);
    expectWritten(removed, 204);
    expectAbsent(late, "trip");
    await nothingWritten();
  });

  test("behind a lower role is refused", async () => {
    const { tripId, edit, byOwner, nothingWritten } = await newQueue();
    const lower = { ...byOwner, body: { role: "viewer" } };
    const [lowered, late] = await queue([membersApi.update, lower], edit, tripId);
    expectWritten(lowered);
    expectForbidden(late, "viewer", "editor");
    await nothingWritten();
  });

  test("behind the archiving is refused", async () => {
    const { tripId, edit, byOwner, nothingWritten } = await newQueue();
    const [archived, late] = await queue([tripsApi.archive, byOwner], edit, tripId);
    expectWritten(archived);
    expectArchived(late);
    await nothingWritten();
  });

  test("behind the deletion is refused", async () => {
    const { tripId, edit, byOwner, nothingWritten } = await newQueue();
    const [deleted, late] = await queue([tripsApi.delete, byOwner], edit, tripId);
    expectWritten(deleted, 204);
    expectAbsent(late, "trip");
    await nothingWritten();
  });

  test("behind the stop's deletion is refused", async () => {
    const { tripId, edit, byOwner, owner } = await newQueue();
    const [deleted, late] = await queue([stopsApi.delete, byOwner], edit, tripId);
    expectWritten(deleted, 204);
    expectAbsent(late, "stop");
    expect((await readTrip(owner, tripId)).stops).toEqual([]);
  });

  test("behind the loss of its day puts its stop into Ideas", async () => {
    const { tripId, byOwner, editor, trip, owner } = await newQueue();
    const shrink = { ...byOwner, body: { startDate: "2026-11-14", endDate: "2026-11-17" } };
    const body = { name: "Late", dayId: trip.days[4]?.id };
    const add: Parameters<typeof send> = [stopsApi.create, { ...byOwner, token: editor.token, body }];
    const [, late] = await queue([tripsApi.update, shrink], add, tripId);
    expect(late).toMatchObject({ status: 201, body: { dayId: null, formerDate: "2026-11-18" } });
    expect((await readTrip(owner, tripId)).stops).toHaveLength(2);
  });
});

describe("an invite", () => {
  test("for one is used by one, however many come at once", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const { token } = await newInvite(ann, trip.id, { maxUses: 1 });
    const people = await Promise.all(times(10, () => newPerson()));
    const answers = await Promise.all(
      people.map((person) => send(invitesApi.accept, { params: { token }, token: person.token })),
    );
    expect(statuses(answers)).toEqual([200, ...times(9, () => 410)]);
    const { members, seq } = await readTrip(ann, trip.id);
    expect(members).toHaveLength(2);
    expect(seq).toBe(trip.seq + 1);
  });

  test("accepted by one person many times at once is used once", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const invite = await newInvite(ann, trip.id, { maxUses: 5 });
    const { token } = await newPerson();
    const input = { params: { token: invite.token }, token };
    const answers = await Promise.all(times(10, () => send(invitesApi.accept, input)));
    expect(statuses(answers)).toEqual(times(10, () => 200));
    const list = await send(invitesApi.list, { params: { tripId: trip.id }, token: ann.token });
    expect(list.body).toMatchObject([{ uses: 1 }]);
    expect((await readTrip(ann, trip.id)).seq).toBe(trip.seq + 1);
  });
});

describe("ownership", () => {
  test("handed to two people at once goes to one", async () => {
    const { owner, editor, viewer, tripId } = await newTripFixture();
    const hand = (userId: string) =>
      send(tripsApi.transfer, { params: { tripId }, token: owner.token, body: { userId } });
    expect(statuses(await Promise.all([hand(editor.userId), hand(viewer.userId)]))).toEqual([200, 403]);
    const { members } = await readTrip(owner, tripId);
    expect(members.filter(({ role }) => role === "owner")).toHaveLength(1);
  });

  test("survives a handover while the heir leaves", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const params = { tripId };
    await Promise.all([
      send(tripsApi.transfer, { params, token: owner.token, body: { userId: editor.userId } }),
      send(tripsApi.leave, { params, token: editor.token }),
    ]);
    const { members } = await readTrip(owner, tripId);
    const owners = members.filter(({ role, leftAt }) => role === "owner" && leftAt === null);
    expect(owners).toHaveLength(1);
  });
});

test("an undo asked for twice at once happens once", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const bob = await newMember(ann, trip, "editor");
  await newStop(ann, trip);
  const { seq } = await readTrip(ann, trip.id);
  const params = { tripId: trip.id, seq: String(seq) };
  const answers = await Promise.all([ann, bob].map(({ token }) => send(eventsApi.undo, { params, token })));
  expect(statuses(answers)).toEqual([200, 409]);
  expect((await readTrip(ann, trip.id)).seq).toBe(seq + 1);
});
