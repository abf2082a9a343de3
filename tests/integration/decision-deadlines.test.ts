import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { closeDueDecisions } from "#lib/server/decisions/deadlines.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newDecision, newStop, readTrip } from "#tests/factories/trips.ts";
import { notifiedUsers } from "#tests/helpers/inbox-rows.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const DEADLINE = "2999-11-13T20:00:00.000Z";
const AFTER = new Date("2999-11-13T20:00:01.000Z");

/** A decision between two ideas with a deadline; the winner is moved to the second day. */
interface Question extends TripFixture {
  decision: DecisionDto;
  tea: StopDto;
  soba: StopDto;
}

async function newQuestion(): Promise<Question> {
  const scene = await newTripFixture();
  const { owner, trip, tripId } = scene;
  const tea = await newStop(owner, trip, { name: "Tea", dayId: null });
  const soba = await newStop(owner, trip, { name: "Soba", dayId: null });
  const dayId = trip.days[1]?.id;
  const decision = await newDecision(owner, tripId, {
    candidates: [tea.id, soba.id],
    dayId,
    deadline: DEADLINE,
  });
  return { ...scene, decision, tea, soba };
}

function vote(
  { tripId }: TripFixture,
  by: Person,
  { id: stopId }: StopDto,
  value: -1 | 0 | 1,
): Promise<RawAnswer> {
  return send(stopsApi.vote, { params: { tripId, stopId }, token: by.token, body: { value } });
}

function undo({ tripId, owner }: TripFixture, seq: number): Promise<RawAnswer> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: owner.token });
}

async function decisionOf({ owner, tripId }: TripFixture): Promise<DecisionDto | undefined> {
  return (await readTrip(owner, tripId)).decisions[0];
}

async function dayOf({ owner, tripId }: TripFixture, stop: StopDto): Promise<string | null | undefined> {
  return (await readTrip(owner, tripId)).stops.find(({ id }) => id === stop.id)?.dayId;
}

function closeDue(now: Date): Promise<void> {
  return closeDueDecisions(freshDatabase(), now);
}

/** Sets the deadline to the past; a client could only have set one in the future. */
async function letPass({ decision }: Question): Promise<void> {
  await freshDatabase().drizzle.execute(
    sql`update decisions set deadline = now() - interval '1 minute' where id = ${decision.id}`,
  );
}

describe("a deadline", () => {
  test("closes the decision as the service, once, however many instances look", async () => {
    const question = await newQuestion();
    const { owner, editor, viewer, guest, anonymousGuest, tripId, trip, soba, decision } = question;
    await vote(question, viewer, soba, 1);
    await closeDue(new Date("2999-11-13T19:59:59.000Z"));
    expect(await decisionOf(question)).toEqual(decision);
    const { seq } = await readTrip(owner, tripId);
    await Promise.all(Array.from({ length: 4 }, () => closeDue(AFTER)));
    expect(await lastGroup(owner, tripId, seq)).toMatchObject([
      { op: "stop.moved", entityId: soba.id, actorId: null, via: "system" },
      { op: "decision.closed", actorId: null, via: "system", entity: { winnerId: soba.id } },
    ]);
    expect(await dayOf(question, soba)).toBe(trip.days[1]?.id);
    const everyone = [owner, editor, viewer, guest, anonymousGuest].map(({ userId }) => userId);
    expect(await notifiedUsers(tripId, "decision_closed")).toEqual(everyone.toSorted());
  });

  test("does not guess: a tie waits for somebody to choose, and more time opens it again", async () => {
    const question = await newQuestion();
    const { owner, tripId, tea, soba, decision, viewer } = question;
    const { seq } = await readTrip(owner, tripId);
    await Promise.all([closeDue(AFTER), closeDue(AFTER)]);
    expect(await lastGroup(owner, tripId, seq)).toMatchObject([
      { op: "decision.tied", actorId: null, entity: { status: "tied", winnerId: null, closedAt: null } },
    ]);
    await closeDue(AFTER);
    expect((await readTrip(owner, tripId)).seq).toBe(seq + 1);
    const params = { tripId, decisionId: decision.id };
    const body = { deadline: "2999-12-01T00:00:00.000Z" };
    const patched = await send(decisionsApi.update, { params, token: owner.token, body });
    expect(patched.body).toMatchObject({ status: "open", ...body });
    await vote(question, viewer, tea, 1);
    await closeDue(new Date("2999-12-01T00:00:00.000Z"));
    expect(await decisionOf(question)).toMatchObject({ status: "closed", winnerId: tea.id });
    expect(await dayOf(question, soba)).toBeNull();
  });

  test("of a decision whose stops are all gone is a tie, too; a person chooses among a tie's candidates", async () => {
    const question = await newQuestion();
    const { owner, tripId, tea, soba, decision } = question;
    for (const { id } of [tea, soba])
      await send(stopsApi.delete, { params: { tripId, stopId: id }, token: owner.token });
    await closeDue(AFTER);
    expect(await decisionOf(question)).toMatchObject({ status: "tied" });
    await send(stopsApi.restore, { params: { tripId, stopId: tea.id }, token: owner.token });
    const params = { tripId, decisionId: decision.id };
    const closed = await send(decisionsApi.close, { params, token: owner.token, body: { winnerId: tea.id } });
    expect(closed.body).toMatchObject({ status: "closed", winnerId: tea.id });
  });

  test("waits in archived and deleted trips, and for decisions that were deleted", async () => {
    const question = await newQuestion();
    const { owner, tripId, decision } = question;
    const input = { params: { tripId }, token: owner.token };
    for (const [away, back] of [
      [tripsApi.archive, tripsApi.unarchive],
      [tripsApi.delete, tripsApi.restore],
    ] as const) {
      await send(away, input);
      await closeDue(AFTER);
      await send(back, input);
      expect(await decisionOf(question)).toEqual(decision);
    }
    const params = { tripId, decisionId: decision.id };
    await send(decisionsApi.delete, { params, token: owner.token });
    await closeDue(AFTER);
    const restored = await send(decisionsApi.restore, { params, token: owner.token });
    expect(restored.body).toMatchObject({ status: "open", deadline: DEADLINE });
  });

  test("of many decisions at once closes them all, batch by batch", async () => {
    const scene = await newTripFixture();
    const { owner, tripId } = scene;
    for (let count = 0; count < 120; count += 1) await newDecision(owner, tripId, { deadline: DEADLINE });
    await Promise.all([closeDue(AFTER), closeDue(AFTER)]);
    const { decisions } = await readTrip(owner, tripId);
    expect(decisions.map(({ status, version }) => `${status} ${version}`)).toEqual(
      Array.from({ length: 120 }, () => "tied 2"),
    );
  });
});

describe("undo of a close", () => {
  test("puts the stops back and asks again; a deadline that is past would close it at once and is cleared", async () => {
    const question = await newQuestion();
    const { owner, viewer, tripId, trip, tea, soba, decision } = question;
    await vote(question, viewer, soba, 1);
    await letPass(question);
    await runTick();
    const closed = await readTrip(owner, tripId);
    expectWritten(await undo(question, closed.seq));
    const open = { ...decision, deadline: null, version: 3, updatedAt: expect.any(String) };
    expect(await decisionOf(question)).toEqual(open);
    expect(await dayOf(question, soba)).toBeNull();
    await runTick();
    expect(await decisionOf(question)).toEqual(open);
    expectWritten(await undo(question, closed.seq + 1));
    const again = await readTrip(owner, tripId);
    const dated = { version: 4, updatedAt: expect.any(String) };
    expect(again.decisions).toEqual([{ ...closed.decisions[0], ...dated }]);
    expect([await dayOf(question, soba), await dayOf(question, tea)]).toEqual([trip.days[1]?.id, null]);
  });

  test("keeps a deadline that is still to come, and leaves stops that another vote has by now", async () => {
    const question = await newQuestion();
    const { owner, tripId, tea, soba, decision } = question;
    const params = { tripId, decisionId: decision.id };
    const seq = expectWritten(
      await send(decisionsApi.close, { params, token: owner.token, body: { winnerId: soba.id } }),
    );
    const other = await newDecision(owner, tripId, { title: "Lunch", candidates: [tea.id] });
    expectWritten(await undo(question, seq));
    expect((await readTrip(owner, tripId)).decisions).toMatchObject([
      { id: decision.id, status: "open", deadline: DEADLINE, candidates: [soba.id] },
      { id: other.id, status: "open", candidates: [tea.id] },
    ]);
  });

  test("is refused when somebody moved the winner since", async () => {
    const question = await newQuestion();
    const { owner, tripId, soba, decision } = question;
    const params = { tripId, decisionId: decision.id };
    const body = { winnerId: soba.id };
    const seq = expectWritten(await send(decisionsApi.close, { params, token: owner.token, body }));
    const move = { dayId: question.trip.days[2]?.id, afterId: null };
    await send(stopsApi.move, { params: { tripId, stopId: soba.id }, token: owner.token, body: move });
    expectRefused(
      await undo(question, seq),
      409,
      "UNDO_CONFLICT",
      "Something later builds on this change. Undo that first.",
      { details: { seqs: [seq + 1] } },
    );
  });
});

test("reopening asks again with the stops where they are; without the past deadline", async () => {
  const question = await newQuestion();
  const { owner, viewer, tripId, trip, soba, decision } = question;
  await vote(question, viewer, soba, 1);
  await letPass(question);
  await runTick();
  const params = { tripId, decisionId: decision.id };
  const { seq } = await readTrip(owner, tripId);
  const sent = await send(decisionsApi.reopen, { params, token: owner.token });
  expect(sent.body).toEqual({ ...decision, deadline: null, version: 3, updatedAt: expect.any(String) });
  expect(await lastGroup(owner, tripId, seq)).toMatchObject([
    { op: "decision.reopened", changes: { status: ["closed", "open"], winnerId: [soba.id, null] } },
  ]);
  expect(await dayOf(question, soba)).toBe(trip.days[1]?.id);
  expect(expectWritten(await send(decisionsApi.reopen, { params, token: owner.token }))).toBe(seq + 1);
});
