// @alone: looks at whole tables
import { afterEach, describe, expect, test } from "vitest";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { balancesIn } from "#lib/shared/balances.ts";
import { formerId } from "#lib/shared/rounding.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { enterAsGuest } from "#tests/factories/guests.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { memberOf, signInAs } from "#tests/factories/guest-fixture.ts";
import { historyAfter, newComment, newInvite, newPlaceholder, readTrip } from "#tests/factories/trips.ts";
import { deleteAccountAndWait } from "#tests/helpers/account-steps.ts";
import { tablesWith } from "#tests/helpers/account-rows.ts";
import {
  deleteExpense,
  expectConverged,
  listedExpenses,
  newMoneyFixture,
  postExpense,
  postSettlement,
  restoreExpense,
} from "#tests/helpers/expenses.ts";
import { expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectIntegrity } from "#tests/helpers/integrity.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";

connectAccountEvents();
useMailbox();
afterEach(awaitDeferredWork);

/**
 * Creates a fixture with a guest who turns out to be the editor when they sign in.
 * @param place - whether the guest has a member row of their own or takes over a placeholder's
 */
async function newVisitor(place: "own" | "placeholder" = "own") {
  const scene = await newMoneyFixture();
  const { owner, tripId } = scene;
  const held = place === "own" ? {} : { memberId: (await newPlaceholder(owner, tripId)).id };
  const { token } = await newInvite(owner, tripId, { role: "viewer", ...held });
  const visitor = await enterAsGuest(token, "Ed on a phone");
  const { id } = memberOf((await readTrip(owner, tripId)).members, visitor.userId);
  return { ...scene, visitor, visitorId: id };
}

function isShared(row: { private: boolean }): boolean {
  return !row.private;
}

function balancesOf({ expenses, settlements, ...trip }: TripDto): Record<string, number> {
  const ledger = { expenses: expenses.filter(isShared), settlements: settlements.filter(isShared) };
  return Object.fromEntries([...balancesIn(trip, ledger)].filter(([, amount]) => amount !== 0));
}

describe("a guest who turns out to be somebody in the trip", () => {
  test("brings along what they paid, bear and settled, and nobody else owes more or less for it", async () => {
    const { tripId, owner, editor, visitor, visitorId, ids } = await newVisitor();
    await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, ids.editor, visitorId));
    await newExpense(owner, tripId, expenseSharedBy(700, "JPY", visitorId, ids.owner));
    await newSettlement(owner, tripId, { from: visitorId, to: ids.owner, amount: 50, currency: "JPY" });
    await newSettlement(owner, tripId, { from: visitorId, to: ids.editor, amount: 70, currency: "JPY" });
    const old = await readTrip(owner, tripId);
    const before = balancesOf(old);
    await signInAs(editor, visitor);
    const after = await expectConverged(owner, old);
    const { [visitorId]: moved = 0, [ids.editor]: own = 0, ...others } = before;
    expect(balancesOf(after)).toEqual({ ...others, [ids.editor]: moved + own });
    expect(JSON.stringify([after.expenses, after.settlements])).not.toContain(visitorId);
    expect(after.settlements).toMatchObject([{ from: ids.editor, to: ids.owner, amount: 50 }]);
    const ops = (await historyAfter(owner, tripId, old.seq)).map(({ op }) => op);
    expect(ops.filter((op) => op.startsWith("expense."))).toEqual(["expense.updated", "expense.updated"]);
  });

  test("sees the private ones that the guest was in, with their files and talk", async () => {
    const { tripId, owner, editor, viewer, visitor, visitorId, ids } = await newVisitor();
    const money = expenseSharedBy(900, "JPY", ids.owner, visitorId);
    const made = await newExpense(owner, tripId, money, { private: true });
    const target = { kind: "expense" as const, id: made.id };
    await newComment(visitor, tripId, { target });
    const old = [
      await readTrip(owner, tripId),
      await readTrip(editor, tripId),
      await readTrip(viewer, tripId),
    ];
    expect(old[1]?.expenses).toEqual([]);
    await signInAs(editor, visitor);
    // The remaining minor units go to the same share as before, because rounding uses the guest's former id.
    const rounding = { keys: { [ids.editor]: formerId(visitorId) } };
    const moved = { ...expenseSharedBy(900, "JPY", ids.owner, ids.editor), rounding };
    const row = { ...made, money: moved, commentCount: 1 };
    for (const [index, by] of [owner, editor].entries()) {
      const before = old[index];
      if (before)
        expect((await expectConverged(by, before)).expenses).toEqual([
          { ...row, version: 2, updatedAt: expect.any(String) },
        ]);
    }
    if (old[2]) expect((await expectConverged(viewer, old[2])).expenses).toEqual([]);
    expect(JSON.stringify(await historyAfter(viewer, tripId, 0))).not.toContain(made.id);
  });

  test("is in deleted ones too when they come back", async () => {
    const { tripId, owner, editor, visitor, visitorId, ids } = await newVisitor();
    const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, visitorId));
    await deleteExpense(owner, tripId, made.id);
    const old = await readTrip(owner, tripId);
    await signInAs(editor, visitor);
    expect((await expectConverged(owner, old)).expenses).toEqual([]);
    expectWritten(await restoreExpense(owner, tripId, made.id));
    const trip = await expectConverged(owner, old);
    expect(balancesOf(trip)).toEqual({ [ids.owner]: 450, [ids.editor]: -450 });
  });

  test("has the files of deleted private ones, whether the page was open or is read anew", async () => {
    const { tripId, owner, editor, viewer, visitor, visitorId, ids } = await newVisitor();
    const money = expenseSharedBy(900, "JPY", ids.owner, visitorId);
    const made = await newExpense(owner, tripId, money, { private: true });
    const file = await newAttachment(owner, tripId, { target: { kind: "expense", id: made.id } });
    await deleteExpense(owner, tripId, made.id);
    const people = [owner, editor, viewer];
    const old = await Promise.all(people.map((by) => readTrip(by, tripId)));
    await signInAs(editor, visitor);
    const readings = async () => {
      for (const [index, by] of people.entries()) {
        const before = old[index];
        if (before) old[index] = await expectConverged(by, before);
      }
      return old.map(({ expenses, expenseCount, attachments }) => [
        expenses.length,
        expenseCount,
        attachments,
      ]);
    };
    expect(await readings()).toEqual([
      [0, 0, [file]],
      [0, 0, [file]],
      [0, 0, []],
    ]);
    await expectIntegrity();
    expectWritten(await restoreExpense(owner, tripId, made.id));
    expect(await readings()).toEqual([
      [1, 1, [file]],
      [1, 1, [file]],
      [0, 0, []],
    ]);
    expect(JSON.stringify(await historyAfter(viewer, tripId, 0))).not.toContain(made.id);
  });
});

test.each([
  ["a guest", "own"],
  ["a guest in a placeholder's place", "placeholder"],
] as const)(
  "what %s and the account that they turn out to be gave each other stays deleted",
  async (_, place) => {
    const { tripId, owner, editor, visitor, visitorId, ids } = await newVisitor(place);
    const sum = { from: visitorId, to: ids.editor, amount: 50, currency: "JPY" };
    const earlier = await newSettlement(owner, tripId, sum);
    const params = (settlementId: string) => ({ params: { tripId, settlementId }, token: owner.token });
    const deleted = expectWritten(await send(settlementsApi.delete, params(earlier.id)), 204);
    const later = await newSettlement(owner, tripId, sum);
    await signInAs(editor, visitor);
    const message = "The two turned out to be one person.";
    for (const { id } of [earlier, later])
      expectRefused(await send(settlementsApi.restore, params(id)), 409, "NOT_UNDOABLE", message);
    const undo = { params: { tripId, seq: String(deleted) }, token: owner.token };
    expect((await send(eventsApi.undo, undo)).status).toBe(409);
    const again = await postSettlement(owner, tripId, sum);
    expectInvalid(again, ["to", "Choose two different people."]);
    expectWritten(await postSettlement(owner, tripId, { ...sum, to: ids.owner }), 201);
    // A request that still names the guest's member row is applied to the account's row, as after the merge of a
    // placeholder.
    const money = expenseSharedBy(100, "JPY", visitorId, ids.owner);
    const body = { title: "Tea", spentOn: "2026-11-14", money };
    expectWritten(await postExpense(owner, tripId, body), 201);
    const now = await readTrip(owner, tripId);
    expect(now.settlements).toMatchObject([{ from: ids.editor, to: ids.owner }]);
    expect(now.expenses).toMatchObject([{ money: { payers: [{ memberId: ids.editor, amount: 100 }] } }]);
    expect(JSON.stringify(now.expenses)).not.toContain(visitorId);
  },
);

test("a guest whose row becomes an account's keeps the money that stands on it, and may read of it", async () => {
  const { tripId, owner, visitor, visitorId, ids } = await newVisitor();
  const person = await newPerson();
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, visitorId), {
    private: true,
  });
  const { seq } = await readTrip(owner, tripId);
  await signInAs(person, visitor);
  expect(await listedExpenses(person, tripId)).toEqual([made]);
  expect((await historyAfter(person, tripId, seq - 1))[0]).toMatchObject({ op: "expense.created" });
});

async function leftBehind(leave: (person: Person) => Promise<void>): Promise<void> {
  const { tripId, owner, editor, ids } = await newMoneyFixture();
  await newExpense(editor, tripId, expenseSharedBy(900, "JPY", ids.editor, ids.owner));
  await newSettlement(editor, tripId, { from: ids.owner, to: ids.editor, amount: 50, currency: "JPY" });
  const own = await newExpense(editor, tripId, expenseSharedBy(900, "JPY", ids.editor, ids.owner), {
    private: true,
  });
  const old = await readTrip(owner, tripId);
  await leave(editor);
  const trip = await expectConverged(owner, old);
  expect(balancesOf(trip)).toEqual({ [ids.owner]: -400, [ids.editor]: 400 });
  expect(trip.expenses.map(({ id }) => id)).toContain(own.id);
  const more = { title: "Tea", money: expenseSharedBy(900, "JPY", ids.editor, ids.owner) };
  expect((await postExpense(owner, tripId, more)).status).toBe(422);
}

describe("who is gone", () => {
  test("keeps their balance when their account goes", () => leftBehind(deleteAccountAndWait));

  test("leaves nothing that only they could see", async () => {
    const { tripId, owner, editor, ids } = await newMoneyFixture();
    const grandma = await newPlaceholder(owner, tripId);
    const secret = { private: true, title: "secret gift" };
    const own = await newExpense(editor, tripId, expenseSharedBy(900, "JPY", ids.editor), secret);
    await newComment(editor, tripId, { target: { kind: "expense", id: own.id }, body: "secret too" });
    const theirs = { private: true, title: "for grandma" };
    await newExpense(editor, tripId, expenseSharedBy(900, "JPY", ids.editor, grandma.id), theirs);
    const old = await readTrip(owner, tripId);
    await deleteAccountAndWait(editor);
    expect(await tablesWith("secret")).toEqual({});
    expect(await tablesWith("for grandma")).toEqual({ expenses: 1, trip_events: 1 });
    expect((await expectConverged(owner, old)).expenses).toEqual([]);
  });
});
