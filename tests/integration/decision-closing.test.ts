import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { DecisionDto, NewDecision } from "#lib/shared/decisions.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import {
  historyAfter,
  lastGroup,
  newDecision,
  newStop,
  patchTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { notifiedUsers } from "#tests/helpers/inbox-rows.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const TIE = "Several stops have the most votes. Choose one of them.";

/** A trip with a decision among two ideas and a stop of the first day. */
interface Question extends TripFixture {
  decision: DecisionDto;
  params: { tripId: string; decisionId: string };
  tea: StopDto;
  soba: StopDto;
}

async function newQuestion(overrides: Partial<NewDecision> = {}): Promise<Question> {
  const scene = await newTripFixture();
  const { owner, trip, tripId, stop } = scene;
  const tea = await newStop(owner, trip, { name: "Tea", dayId: null });
  const soba = await newStop(owner, trip, { name: "Soba", dayId: null });
  const candidates = [tea.id, soba.id, stop.id];
  const decision = await newDecision(owner, tripId, { candidates, dayId: trip.days[1]?.id, ...overrides });
  return { ...scene, decision, params: { tripId, decisionId: decision.id }, tea, soba };
}

async function vote(by: Person, { tripId }: TripFixture, stop: StopDto, value: -1 | 0 | 1): Promise<number> {
  const params = { tripId, stopId: stop.id };
  return expectWritten(await send(stopsApi.vote, { params, token: by.token, body: { value } }));
}

function close({ params, owner }: Question, body: object = {}, by = owner): Promise<RawAnswer> {
  return send(decisionsApi.close, { params, token: by.token, body });
}

/** Returns the number of each stop's day, or null for Ideas. */
async function places({ owner, tripId, trip }: Question): Promise<Record<string, number | null>> {
  const { stops } = await readTrip(owner, tripId);
  const numbers = new Map(trip.days.map(({ id }, index) => [id, index]));
  return Object.fromEntries(
    stops.map(({ name, dayId }) => [name, dayId ? (numbers.get(dayId) ?? -1) : null]),
  );
}

describe("closing is refused", () => {
  test("for a tie that nobody breaks, naming who leads", async () => {
    const question = await newQuestion();
    const { viewer, guest, tea, soba, stop } = question;
    await vote(viewer, question, tea, 1);
    await vote(guest, question, soba, 1);
    await vote(viewer, question, stop, -1);
    const before = await readTrip(viewer, question.tripId);
    expectRefused(await close(question), 409, "TIED", TIE, { details: { candidates: [tea.id, soba.id] } });
    expect(await readTrip(viewer, question.tripId)).toEqual(before);
  });

  test("for a winner that is no candidate, or was deleted, and for a decision without any", async () => {
    const question = await newQuestion();
    const { owner, trip, tripId, tea } = question;
    const other = await newStop(owner, trip);
    await send(stopsApi.delete, { params: { tripId, stopId: tea.id }, token: owner.token });
    for (const winnerId of [other.id, tea.id]) {
      expectInvalid(await close(question, { winnerId }), ["winnerId", "Choose one of the candidates."]);
    }
    const empty = await newDecision(owner, tripId);
    const params = { tripId, decisionId: empty.id };
    expectInvalid(await send(decisionsApi.close, { params, token: owner.token, body: {} }), [
      "candidates",
      "There is nothing to choose from. Add a stop first.",
    ]);
  });

  test("once it was closed or deleted; a closed one is reopened before it changes", async () => {
    const question = await newQuestion();
    const { owner, params, tea } = question;
    const closed = await close(question, { winnerId: tea.id });
    const refused = [409, "NOT_OPEN", "This has been decided. Reopen it to change it."] as const;
    const details = { details: { current: closed.body } };
    expectRefused(await close(question), ...refused, details);
    const patch = { params, token: owner.token, body: { title: "Lunch" } };
    expectRefused(await send(decisionsApi.update, patch), ...refused, details);
    await send(decisionsApi.delete, { params, token: owner.token });
    expectAbsent(await close(question), "decision");
  });
});

describe("closing", () => {
  test("puts the winner behind the target day's stops and the others into Ideas, as one group", async () => {
    const question = await newQuestion();
    const { owner, editor, viewer, guest, anonymousGuest, trip, tripId, decision } = question;
    const { tea, soba, stop } = question;
    const standing = await newStop(owner, trip, { name: "Gion", dayId: trip.days[1]?.id ?? null });
    await vote(viewer, question, soba, 1);
    const { seq } = await readTrip(owner, tripId);
    const sent = await close(question, {}, editor);
    expect(expectWritten(sent)).toBe(seq + 3);
    expect(sent.body).toEqual({
      ...decision,
      status: "closed",
      winnerId: soba.id,
      closedAt: expect.any(String),
      version: 2,
      updatedAt: expect.any(String),
    });
    const after = await readTrip(owner, tripId);
    expect(after.decisions).toEqual([sent.body]);
    const inOrder = (dayId: string | null) =>
      after.stops.filter((each) => each.dayId === dayId).map(({ id }) => id);
    expect(inOrder(trip.days[1]?.id ?? "")).toEqual([standing.id, soba.id]);
    expect(inOrder(null)).toEqual([tea.id, stop.id]);
    const events = await lastGroup(owner, tripId, seq);
    expect(events).toMatchObject([
      { op: "stop.moved", entityId: soba.id, changes: { dayId: [null, trip.days[1]?.id] } },
      { op: "stop.moved", entityId: stop.id, changes: { dayId: [trip.days[0]?.id, null] } },
      { op: "decision.closed", entity: sent.body, actorId: editor.userId, via: "user" },
    ]);
    const others = [owner, viewer, guest, anonymousGuest].map(({ userId }) => userId);
    expect(await notifiedUsers(tripId, "decision_closed")).toEqual(others.toSorted());
  });

  test("leaves the winner where it is without a target day, or when it stands there already", async () => {
    const question = await newQuestion({ dayId: null });
    await close(question, { winnerId: question.soba.id });
    expect(await places(question)).toEqual({ "Kiyomizu-dera": null, Tea: null, Soba: null });
    const there = await newQuestion();
    const dayId = there.trip.days[0]?.id ?? null;
    await send(decisionsApi.update, { params: there.params, token: there.owner.token, body: { dayId } });
    await newStop(there.owner, there.trip, { name: "Gion" });
    const { seq } = await readTrip(there.owner, there.tripId);
    expect(expectWritten(await close(there, { winnerId: there.stop.id }))).toBe(seq + 1);
    const { stops } = await readTrip(there.owner, there.tripId);
    expect(stops.find((each) => each.dayId === dayId)).toMatchObject({ id: there.stop.id });
  });

  test("for a day that is retired since leaves the winner in Ideas, where it remembers the date", async () => {
    const scene = await newQuestion();
    const { owner, params, tripId, trip, tea } = scene;
    await send(decisionsApi.update, { params, token: owner.token, body: { dayId: trip.days[4]?.id } });
    await patchTrip(owner, tripId, { startDate: "2026-11-14", endDate: "2026-11-17" });
    await close(scene, { winnerId: tea.id });
    const { stops } = await readTrip(owner, tripId);
    expect(stops.find(({ id }) => id === tea.id)).toMatchObject({ dayId: null, formerDate: "2026-11-18" });
  });

  test("counts neither votes of members who left nor deleted candidates", async () => {
    const question = await newQuestion();
    const { owner, editor, viewer, tripId, tea, soba, stop } = question;
    await vote(editor, question, tea, 1);
    await vote(viewer, question, soba, 1);
    await vote(owner, question, stop, 1);
    const remove = { params: { tripId, userId: editor.userId }, token: owner.token };
    expect((await send(membersApi.remove, remove)).status).toBe(204);
    await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: owner.token });
    expect((await close(question)).body).toMatchObject({ winnerId: soba.id });
  });

  test("when a day's keys have run out still puts everything in order, and versions agree", async () => {
    const question = await newQuestion();
    const { owner, tripId, soba } = question;
    await freshDatabase().drizzle.execute(
      sql`update stops set position = ${"z".repeat(64)} where id = ${soba.id}`,
    );
    await close(question, { winnerId: soba.id });
    const { stops } = await readTrip(owner, tripId);
    expect(stops.filter(({ dayId }) => dayId === null).map(({ name }) => name)).toEqual([
      "Tea",
      "Kiyomizu-dera",
    ]);
    const history = await historyAfter(owner, tripId, 0);
    for (const { id, version, position } of stops) {
      const last = history.findLast((event) => event.op !== "redacted" && event.entityId === id);
      expect(last).toMatchObject({ entity: { version, position } });
    }
  });
});

describe("at once", () => {
  test("twenty closes by two people close once", async () => {
    const question = await newQuestion();
    const { owner, editor, tripId, tea, soba } = question;
    const { seq } = await readTrip(owner, tripId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        close(question, { winnerId: (index % 2 ? tea : soba).id }, index % 3 ? owner : editor),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const winner = answers.find(({ status }) => status === 200);
    const ops = (await lastGroup(owner, tripId, seq)).map(({ op }) => op);
    expect(ops).toEqual(["stop.moved", "stop.moved", "decision.closed"]);
    expect((await readTrip(owner, tripId)).decisions).toEqual([winner?.body]);
  });

  test("votes and a close agree on who was first, whichever it was", async () => {
    for (let round = 0; round < 6; round += 1) {
      const question = await newQuestion();
      const { owner, viewer, guest, tripId, tea, soba } = question;
      await vote(viewer, question, tea, 1);
      const { seq } = await readTrip(owner, tripId);
      const votes = [() => vote(guest, question, soba, 1), () => vote(viewer, question, tea, 0)];
      const [closed] = await Promise.all([close(question), ...votes.map((run) => run())]);
      const history = await historyAfter(owner, tripId, seq);
      // Computes the leading candidate before each event and after the last one.
      const scores = { [tea.id]: 1, [soba.id]: 0 };
      const leaders = [tea.id];
      for (const event of history) {
        if (event.op === "vote.set") scores[event.entityId] = event.entity.value;
        const lead = (scores[tea.id] ?? 0) - (scores[soba.id] ?? 0);
        leaders.push(lead === 0 ? "tie" : lead > 0 ? tea.id : soba.id);
      }
      const at = history.findIndex(({ op }) => op === "stop.moved");
      if (closed.status === 200) expect(closed.body).toMatchObject({ winnerId: leaders[at] });
      else
        expect([closed.body, leaders]).toEqual([
          expect.objectContaining({ code: "TIED" }),
          expect.arrayContaining(["tie"]),
        ]);
    }
  });
});
