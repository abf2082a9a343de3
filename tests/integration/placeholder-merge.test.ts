// @alone: looks at whole tables
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import {
  as,
  historyAfter,
  lastGroup,
  newComment,
  newItem,
  newPlaceholder,
  newStop,
  readTrip,
} from "#tests/factories/trips.ts";
import {
  deleteExpense,
  expectConverged,
  listedExpenses,
  patchExpense,
  postExpense,
  postSettlement,
  restoreExpense,
} from "#tests/helpers/expenses.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectIntegrity } from "#tests/helpers/integrity.ts";
import {
  mergedBalances,
  merge,
  newMergeFixture,
  nonzeroBalances,
  stateOf,
  undo,
} from "#tests/helpers/merged-people.ts";
import { moneyAmong } from "#tests/helpers/random-ledger.ts";
import {
  expectAbsent,
  expectArchived,
  expectForbidden,
  expectInvalid,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

vi.setConfig({ testTimeout: 60_000 });

describe("a placeholder who is a member", () => {
  test("is the editors' to say, of a placeholder and another member of the trip", async () => {
    const scene = await newMergeFixture();
    const { tripId, owner, ids, annieId } = scene;
    expectUnauthenticated(await merge(null, scene, ids.editor));
    expectAbsent(await merge(scene.stranger, scene, ids.editor), "trip");
    expectForbidden(await merge(scene.viewer, scene, ids.viewer), "viewer", "editor");
    expectForbidden(await merge(scene.guest, scene, ids.guest), "guest", "editor");
    expectAbsent(await merge(owner, { tripId, annieId: ids.editor }, ids.owner), "placeholder");
    expectInvalid(await merge(owner, scene, annieId), ["into", "Choose two different people."]);
    const elsewhere = await newMergeFixture();
    expectInvalid(await merge(owner, scene, elsewhere.ids.owner), ["into", "This is no member of the trip."]);
    await send(tripsApi.archive, { params: { tripId }, token: owner.token });
    expectArchived(await merge(owner, scene, ids.editor));
  });

  test("hands over all that names them, live for everybody, and one undo takes it back", async () => {
    const scene = await newMergeFixture();
    const { trip, tripId, owner, editor, viewer, ids, annieId } = scene;
    await newExpense(owner, tripId, expenseSharedBy(1000, "JPY", ids.owner, ids.editor, annieId));
    const items = [
      { name: "Soup", amount: 1001, memberIds: [ids.editor, annieId, ids.owner] },
      { name: "Tea", amount: 199, memberIds: [annieId] },
    ];
    const bill = {
      ...expenseSharedBy(1200, "JPY", annieId),
      split: { mode: "items" as const, parts: [], items },
    };
    await newExpense(owner, tripId, bill);
    const secret = await newExpense(owner, tripId, expenseSharedBy(90, "JPY", ids.owner, annieId), {
      private: true,
    });
    const gone = await newExpense(owner, tripId, expenseSharedBy(500, "JPY", annieId, ids.owner));
    await deleteExpense(owner, tripId, gone.id);
    await newSettlement(owner, tripId, { from: annieId, to: ids.owner, amount: 50, currency: "JPY" });
    await newSettlement(owner, tripId, { from: annieId, to: ids.editor, amount: 70, currency: "JPY" });
    await newStop(owner, trip, { participants: [annieId, ids.editor] });
    await newReservation(owner, tripId, { participants: [annieId] });
    await newItem(owner, tripId, { assigneeId: annieId });
    await newComment(viewer, tripId, { mentions: [annieId] });
    const before = await readTrip(owner, tripId);
    const [forEditor, forViewer] = [await readTrip(editor, tripId), await readTrip(viewer, tripId)];
    const seq = expectWritten(await merge(owner, scene, ids.editor));
    const after = await expectConverged(owner, before);
    await expectConverged(viewer, forViewer);
    expect((await expectConverged(editor, forEditor)).expenses.map(({ id }) => id)).toContain(secret.id);
    const { members, ...rest } = after;
    expect(JSON.stringify(rest)).not.toContain(annieId);
    expect(members.find(({ id }) => id === annieId)).toMatchObject({ leftAt: expect.any(String) });
    expect(nonzeroBalances(after)).toEqual(mergedBalances(nonzeroBalances(before), annieId, ids.editor));
    const group = await lastGroup(owner, tripId, seq - 1);
    expect(group).toMatchObject([{ op: "member.left", entity: { id: annieId, mergedInto: ids.editor } }]);
    const all = await historyAfter(owner, tripId, before.seq);
    expect(new Set(all.flatMap((event) => (event.op === "redacted" ? [] : [event.groupId]))).size).toBe(1);
    expect(all.map(({ op }) => op)).toEqual(
      expect.arrayContaining(["settlement.deleted", "comment.updated"]),
    );
    await expectIntegrity();

    expect((await undo(editor, tripId, seq)).status).toBe(200);
    expect(stateOf(await expectConverged(owner, before))).toEqual(stateOf(before));
    await expectConverged(editor, forEditor);
    await expectConverged(viewer, forViewer);
    expectWritten(await restoreExpense(owner, tripId, gone.id));
    expect((await listedExpenses(owner, tripId)).find(({ id }) => id === gone.id)?.money).toEqual(gone.money);
    await expectIntegrity();
  });

  test("can be one who has left, and no one who turned out to be somebody else", async () => {
    const scene = await newMergeFixture();
    const { tripId, owner, editor, ids, annieId } = scene;
    await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, annieId));
    await send(tripsApi.leave, { params: { tripId }, token: editor.token });
    const before = await readTrip(owner, tripId);
    expectWritten(await merge(owner, scene, ids.editor));
    expect(nonzeroBalances(await expectConverged(owner, before))).toEqual({
      JPY: { [ids.owner]: 450, [ids.editor]: -450 },
    });
    // A repeated merge succeeds without a change.
    expect((await merge(owner, scene, ids.editor)).status).toBe(200);
    expectAbsent(await merge(owner, scene, ids.owner), "placeholder");
    const bob = await newPlaceholder(owner, tripId, "Bob");
    const name = before.members.find(({ id }) => id === ids.editor)?.name ?? "";
    const message = `This person turned out to be ${name}. Choose them instead.`;
    expectInvalid(await merge(owner, { tripId, annieId: bob.id }, annieId), ["into", message]);
  });

  test("gave themselves nothing: what the two gave each other stays deleted until it is undone", async () => {
    const scene = await newMergeFixture();
    const { tripId, owner, ids, annieId } = scene;
    const sum = { from: annieId, to: ids.editor, amount: 50, currency: "JPY" };
    const made = await newSettlement(owner, tripId, sum);
    const seq = expectWritten(await merge(owner, scene, ids.editor));
    const one = { params: { tripId, settlementId: made.id }, token: owner.token };
    const message = "The two turned out to be one person.";
    expectRefused(await send(settlementsApi.restore, one), 409, "NOT_UNDOABLE", message);
    expect((await undo(owner, tripId, seq)).status).toBe(200);
    expect((await readTrip(owner, tripId)).settlements).toMatchObject([sum]);
    // The undo is undone, so that the merge holds again.
    const { seq: undone } = await readTrip(owner, tripId);
    expect((await undo(owner, tripId, undone)).status).toBe(200);
    const again = await readTrip(owner, tripId);
    expect(again.settlements).toEqual([]);
    expect(await lastGroup(owner, tripId, again.seq - 1)).toMatchObject([
      { entity: { mergedInto: ids.editor } },
    ]);
    expectRefused(await send(settlementsApi.restore, one), 409, "NOT_UNDOABLE", message);
  });
});

/** Returns the balances in the trip's currency, without balances of zero. */
async function balancesOf(by: Person, tripId: string): Promise<ReturnType<typeof nonzeroBalances>> {
  const { data } = await call(moneyApi.balances, { params: { tripId } }, as(by));
  const open = data.balances.filter(({ amount }) => amount !== 0);
  const sums = Object.fromEntries(open.map(({ memberId, amount }) => [memberId, amount]));
  return open.length > 0 ? { [data.currency]: sums } : {};
}

test("a settled trip stays settled when two turn out to be one, in every currency and the next", async () => {
  const scene = await newMergeFixture();
  const { tripId, owner, ids, annieId } = scene;
  for (let n = 0; n < 8; n++) {
    const people = [ids.owner, ids.viewer, ids.editor, annieId];
    await newExpense(owner, tripId, expenseSharedBy(1001 + n, "USD", ...people), {
      rate: { value: "87.13" },
    });
    await newExpense(owner, tripId, expenseSharedBy(1003, "EUR", ids.viewer, annieId), {
      rate: { value: "0.33" },
    });
  }
  const params = { tripId };
  const { transfers } = (await call(moneyApi.settleUp, { params, query: {} }, as(owner))).data;
  for (const transfer of transfers) await newSettlement(owner, tripId, transfer);
  expectWritten(await merge(owner, scene, ids.editor));
  expect(await balancesOf(owner, tripId)).toEqual({});
  const body = { currency: "EUR", currencyRate: { value: "0.00613" } };
  await call(tripsApi.update, { params, body }, as(owner));
  expect(await balancesOf(owner, tripId)).toEqual({});
});

test("a merge is not half taken back: where something was changed since, undo says what", async () => {
  const scene = await newMergeFixture();
  const { tripId, owner, ids, annieId } = scene;
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, annieId));
  await newExpense(owner, tripId, expenseSharedBy(700, "JPY", annieId, ids.owner));
  const seq = expectWritten(await merge(owner, scene, ids.editor));
  const money = expenseSharedBy(901, "JPY", ids.owner, ids.editor);
  const changed = expectWritten(await patchExpense(owner, tripId, made.id, { money }));
  const state = stateOf(await readTrip(owner, tripId));
  const refused = await undo(owner, tripId, seq);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "UNDO_CONFLICT", details: { seqs: [changed] } },
  });
  expect(stateOf(await readTrip(owner, tripId))).toEqual(state);
});

test("whatever is written with the placeholder after it was merged means the member", async () => {
  const scene = await newMergeFixture();
  const { trip, tripId, owner, viewer, ids, annieId } = scene;
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, ids.editor));
  expectWritten(await merge(owner, scene, ids.editor));
  const money = expenseSharedBy(900, "JPY", ids.owner, annieId, ids.editor);
  const added = await newExpense(owner, tripId, money);
  expect(added.money.split).toMatchObject({
    mode: "shares",
    parts: [
      { memberId: ids.owner, value: 1 },
      { memberId: ids.editor, value: 2 },
    ],
  });
  expectWritten(await patchExpense(owner, tripId, made.id, { money }));
  const stop = await newStop(owner, trip, { participants: [annieId, ids.editor, ids.owner] });
  const booking = await newReservation(owner, tripId, { participants: [annieId] });
  const item = await newItem(owner, tripId, { assigneeId: annieId });
  const comment = await newComment(viewer, tripId, { mentions: [annieId] });
  expect([stop.participants, booking.participants, item.assigneeId, comment.mentions]).toEqual([
    [ids.editor, ids.owner],
    [ids.editor],
    ids.editor,
    [ids.editor],
  ]);
  const sum = { from: annieId, to: ids.owner, amount: 10, currency: "JPY" };
  expect(await newSettlement(owner, tripId, sum)).toMatchObject({ from: ids.editor });
  const own = await postSettlement(owner, tripId, { ...sum, to: ids.editor });
  expectInvalid(own, ["to", "Choose two different people."]);
  const { members: _, ...rest } = await readTrip(owner, tripId);
  expect(JSON.stringify(rest)).not.toContain(annieId);
});

test("merging twice at once, while expenses with the placeholder are added, loses and doubles nothing", async () => {
  const scene = await newMergeFixture();
  const { tripId, owner, editor, ids, annieId } = scene;
  const money = expenseSharedBy(1000, "JPY", ids.owner, annieId, ids.editor);
  const old = await readTrip(owner, tripId);
  const answers = await Promise.all([
    merge(owner, scene, ids.editor),
    postExpense(owner, tripId, { title: "Tea", money }),
    merge(editor, scene, ids.editor),
    postExpense(editor, tripId, { title: "Dinner", money }),
    postSettlement(owner, tripId, { from: annieId, to: ids.owner, amount: 10, currency: "JPY" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201, 201, 201]);
  const trip = await expectConverged(owner, old);
  expect(JSON.stringify([trip.expenses, trip.settlements])).not.toContain(annieId);
  expect(trip.expenses).toHaveLength(2);
  await expectIntegrity();
});

test("whatever was spent and settled, a merge moves it to the unit, and undo brings it back", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ money: moneyAmong(5), pick: fc.nat(1000) }), { minLength: 4, maxLength: 10 }),
      async (deeds) => {
        const scene = await newMergeFixture();
        const { tripId, owner, ids, annieId } = scene;
        const people = [ids.owner, ids.editor, ids.viewer, annieId, ids.guest];
        const named = (text: string) =>
          text.replaceAll(/member-(\d\d)/g, (_, n) => people[Number(n) % people.length] ?? "");
        for (const { money, pick } of deeds) {
          const given = JSON.parse(named(JSON.stringify(money)));
          const rate = given.currency === "JPY" ? {} : { rate: { value: "1.5" } };
          const body = { title: "Dinner", money: given, private: pick % 5 === 0, ...rate };
          expect([201, 422]).toContain((await postExpense(owner, tripId, body)).status);
          const [from, to] = [people[pick % 5], people[(pick + 1) % 5]];
          const sum = { from, to, amount: 1 + pick, currency: given.currency, ...rate };
          expect([201, 422]).toContain((await postSettlement(owner, tripId, sum)).status);
        }
        const before = await readTrip(owner, tripId);
        const inTrip = await balancesOf(owner, tripId);
        const seq = expectWritten(await merge(owner, scene, ids.editor));
        const after = await expectConverged(owner, before);
        expect(nonzeroBalances(after)).toEqual(mergedBalances(nonzeroBalances(before), annieId, ids.editor));
        expect(await balancesOf(owner, tripId)).toEqual(mergedBalances(inTrip, annieId, ids.editor));
        expect((await undo(owner, tripId, seq)).status).toBe(200);
        expect(stateOf(await expectConverged(owner, before))).toEqual(stateOf(before));
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
});
