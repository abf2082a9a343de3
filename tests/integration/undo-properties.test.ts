// @alone: looks at whole tables
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { eventsApi } from "#lib/shared/api/events.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newPlaceholder, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { perform, type Step, randomSteps } from "#tests/helpers/random-work.ts";
import { emptyTestState } from "#tests/helpers/random-test-state.ts";
import { expectIntegrity } from "#tests/helpers/integrity.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

afterAll(expectIntegrity);
vi.setConfig({ testTimeout: IS_LONG ? 900_000 : 60_000 });

/**
 * The steps of one person that change a plan. Deleting a trip and changing its members are not among them, because undo
 * does not reverse them.
 */
const WORK: Step["kind"][] = [
  "renameTrip",
  "moveTrip",
  "setDates",
  "setDates",
  "clearDates",
  "editDay",
  "addStop",
  "addStop",
  "editStop",
  "moveStop",
  "deleteStop",
  "restoreStop",
  "vote",
  "addComment",
  "addReservation",
  "addReservation",
  "editReservation",
  "deleteReservation",
  "restoreReservation",
  "addDecision",
  "editDecision",
  "closeDecision",
  "reopenDecision",
  "deleteDecision",
  "restoreDecision",
  "addItem",
  "editItem",
  "moveItem",
  "deleteItem",
  "restoreItem",
  "suggest",
  "acceptSuggestion",
  "dismissSuggestion",
  "addExpense",
  "addExpense",
  "editExpense",
  "deleteExpense",
  "restoreExpense",
  "addSettlement",
  "editSettlement",
  "deleteSettlement",
  "restoreSettlement",
  "setBudget",
];

/**
 * Fields that an undo does not restore. A reopened decision loses its deadline, because it would close at once. A
 * currency that the trip had for a while stays known, because expenses may have been recorded in it.
 */
const MOVES_ON = new Set(["seq", "version", "updatedAt", "deadline", "formerCurrencies"]);

/** Returns the trip without the fields of `MOVES_ON`. */
function plain(trip: TripDto): unknown {
  return JSON.parse(JSON.stringify(trip, (key, value: unknown) => (MOVES_ON.has(key) ? undefined : value)));
}

test("an undo brings back what was, and its own undo what was done", async () => {
  await fc.assert(
    fc.asyncProperty(randomSteps(WORK, IS_LONG ? 80 : 25), async (steps) => {
      const ann = await newPerson();
      const { id: tripId } = await newTrip(ann, { startDate: "2027-03-01", endDate: "2027-03-03" });
      // The placeholder is a member to share expenses and settle up with.
      await newPlaceholder(ann, tripId);
      const world = { ...emptyTestState(), tripId, people: [ann], epoch: "2027-03-01" };
      const undo = (seq: number) =>
        send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: ann.token });
      let before = await readTrip(ann, tripId);
      for (const step of steps) {
        await perform(world, before, step);
        const done = await readTrip(ann, tripId);
        if (done.seq === before.seq) continue;
        const undone = await undo(done.seq);
        if (undone.status === 409) {
          // Sharing a private row cannot be undone, because others have seen it; no other refusal is possible.
          expect(undone.body).toMatchObject({ code: "NOT_UNDOABLE" });
          before = done;
          continue;
        }
        expect(undone.status, undone.text).toBe(200);
        const back = await readTrip(ann, tripId);
        expect(plain(back), `${step.kind}, undone`).toEqual(plain(before));
        const redone = await undo(back.seq);
        expect(redone.status, redone.text).toBe(200);
        before = await readTrip(ann, tripId);
        expect(plain(before), `${step.kind}, undone and done again`).toEqual(plain(done));
      }
    }),
    { numRuns: IS_LONG ? 60 : 10, endOnFailure: !IS_LONG },
  );
});
