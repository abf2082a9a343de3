import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { as, historyAfter, newComment, newMember, readTrip } from "#tests/factories/trips.ts";
import { expectConverged, listedExpenses, newMoneyFixture, patchExpense } from "#tests/helpers/expenses.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

/** Creates a private expense of the owner and the editor; another editor does not take part. */
async function newSecret() {
  const scene = await newMoneyFixture();
  const { tripId, trip, owner, ids } = scene;
  const other = await newMember(owner, trip, "editor");
  const otherId =
    (await readTrip(other, tripId)).members.find(({ userId }) => userId === other.userId)?.id ?? "";
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, ids.editor), {
    private: true,
  });
  const target = { kind: "expense" as const, id: made.id };
  const file = await newAttachment(owner, tripId, { target });
  const comment = await newComment(owner, tripId, { target, mentions: [ids.editor] });
  return { ...scene, other, otherId, made, target, file, comment };
}

function undo(by: Person, tripId: string, seq: number): Promise<RawAnswer> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: by.token });
}

/** Returns the ops of the events that a reader gets after a seq. */
async function opsAfter(by: Person, tripId: string, seq: number): Promise<string[]> {
  return (await historyAfter(by, tripId, seq)).map(({ op }) => op);
}

async function readAll(people: Person[], tripId: string): Promise<TripDto[]> {
  return Promise.all(people.map((person) => readTrip(person, tripId)));
}

async function inbox(by: Person): Promise<number> {
  return (await call(notificationsApi.list, {}, as(by))).data.length;
}

describe("other people in a private expense", () => {
  test("are told of it, each what is theirs to know", async () => {
    const { tripId, owner, editor, other, viewer, ids, otherId, made, file } = await newSecret();
    const people = [owner, editor, other, viewer];
    const old = await readAll(people, tripId);
    const seq = old[0]?.seq ?? 0;
    const money = expenseSharedBy(1200, "JPY", ids.owner, otherId);
    const sent = await patchExpense(owner, tripId, made.id, { money, title: "Lunch" });
    expect(expectWritten(sent)).toBe(seq + 3);
    expect(await opsAfter(editor, tripId, seq)).toEqual(["expense.withdrawn", "redacted", "redacted"]);
    expect(await opsAfter(owner, tripId, seq)).toEqual(["redacted", "expense.updated", "redacted"]);
    expect(await opsAfter(other, tripId, seq)).toEqual(["redacted", "redacted", "expense.shared"]);
    expect(await opsAfter(viewer, tripId, seq)).toEqual(["redacted", "redacted", "redacted"]);
    const told = await historyAfter(other, tripId, seq);
    expect(told[2]).toMatchObject({ entity: { ...Object(sent.body), attachments: [file] }, changes: {} });
    expect(JSON.stringify(told)).not.toContain(ids.editor);
    const row = {
      ...made,
      money,
      title: "Lunch",
      version: 2,
      commentCount: 1,
      updatedAt: expect.any(String),
    };
    for (const [index, [by, rows, files]] of [
      [owner, [row], [file]],
      [editor, [], []],
      [other, [row], [file]],
      [viewer, [], []],
    ].entries() as unknown as [number, [Person, object[], object[]]][]) {
      const before = old[index];
      if (!before) throw new Error("Nobody read before.");
      const trip = await expectConverged(by, before);
      expect([trip.expenses, trip.expenseCount, trip.attachments]).toEqual([rows, rows.length, files]);
      expect(await listedExpenses(by, tripId)).toEqual(rows);
    }
  });

  test("have its comments to read; who is out of it has none, and no mention", async () => {
    const { tripId, owner, editor, other, ids, otherId, made, target, comment } = await newSecret();
    const unread = async (by: Person) =>
      (await call(commentsApi.unread, { params: { tripId } }, as(by))).data;
    const thread = [{ target, count: 1, newestId: comment.id }];
    expect([await unread(editor), await unread(other), await inbox(editor)]).toEqual([thread, [], 1]);
    await patchExpense(owner, tripId, made.id, { money: expenseSharedBy(900, "JPY", ids.owner, otherId) });
    expect([await unread(editor), await unread(other), await inbox(editor)]).toEqual([[], thread, 0]);
    await patchExpense(owner, tripId, made.id, { money: expenseSharedBy(900, "JPY", ids.owner, ids.editor) });
    expect([await unread(editor), await unread(other), await inbox(editor)]).toEqual([thread, [], 1]);
  });

  test("come with its publication, also in the same change", async () => {
    const { tripId, owner, editor, other, viewer, ids, otherId, made } = await newSecret();
    const people = [owner, editor, other, viewer];
    const old = await readAll(people, tripId);
    const money = expenseSharedBy(1200, "JPY", ids.owner, otherId);
    expectWritten(await patchExpense(owner, tripId, made.id, { money, private: false }));
    const ops = ["expense.withdrawn", "redacted", "redacted", "expense.published"];
    expect(await opsAfter(editor, tripId, old[0]?.seq ?? 0)).toEqual(ops);
    for (const [index, by] of people.entries()) {
      const before = old[index];
      if (before) expect((await expectConverged(by, before)).expenseCount).toBe(1);
    }
  });

  test("who took themselves out see it no more", async () => {
    const { tripId, editor, ids, made } = await newSecret();
    const old = await readTrip(editor, tripId);
    const money = expenseSharedBy(900, "JPY", ids.owner);
    expectWritten(await patchExpense(editor, tripId, made.id, { money }));
    expect((await expectConverged(editor, old)).expenses).toEqual([]);
    expectAbsent(await undo(editor, tripId, old.seq + 1), "event");
  });
});

describe("undo of who is in it", () => {
  test("lets those back in who were out, and takes it back again", async () => {
    const { tripId, owner, editor, other, ids, otherId, made, file } = await newSecret();
    const people = [owner, editor, other];
    const old = await readAll(people, tripId);
    const seq = old[0]?.seq ?? 0;
    await patchExpense(owner, tripId, made.id, { money: expenseSharedBy(900, "JPY", ids.owner, otherId) });
    const updated = seq + 2;
    expectWritten(await undo(owner, tripId, updated));
    expect(await opsAfter(editor, tripId, seq + 3)).toEqual(["redacted", "redacted", "expense.shared"]);
    expect(await opsAfter(other, tripId, seq + 3)).toEqual(["expense.withdrawn", "redacted", "redacted"]);
    const back = { ...made, version: 3, commentCount: 1, updatedAt: expect.any(String) };
    expect(await listedExpenses(editor, tripId)).toEqual([back]);
    expect(await listedExpenses(other, tripId)).toEqual([]);
    expect((await readTrip(editor, tripId)).attachments).toEqual([file]);
    expectWritten(await undo(owner, tripId, updated + 3));
    expect(await listedExpenses(editor, tripId)).toEqual([]);
    expect(await listedExpenses(other, tripId)).toHaveLength(1);
    for (const [index, by] of people.entries()) {
      const before = old[index];
      if (before) await expectConverged(by, before);
    }
  });

  test("is for those who stayed: others have nothing of it to take back", async () => {
    const { tripId, owner, editor, other, ids, otherId, made } = await newSecret();
    const { seq } = await readTrip(owner, tripId);
    await patchExpense(owner, tripId, made.id, { money: expenseSharedBy(900, "JPY", ids.owner, otherId) });
    expectAbsent(await undo(editor, tripId, seq + 1), "event");
    expectAbsent(await undo(editor, tripId, seq + 2), "event");
    expectAbsent(await undo(other, tripId, seq + 2), "event");
    const message = "This kind of change has its own way back, not undo.";
    expectRefused(await undo(other, tripId, seq + 3), 409, "NOT_UNDOABLE", message);
    // An older change of another field can still be undone.
    const title = expectWritten(await patchExpense(owner, tripId, made.id, { title: "Lunch" }));
    await patchExpense(owner, tripId, made.id, { money: expenseSharedBy(950, "JPY", ids.owner, ids.editor) });
    expectWritten(await undo(owner, tripId, title));
    expect(await listedExpenses(editor, tripId)).toMatchObject([{ title: "Dinner", money: { amount: 950 } }]);
  });
});

test("the trip as it was shows it to those who were in it then, and are now", async () => {
  const { tripId, owner, editor, other, viewer, ids, otherId, made } = await newSecret();
  const people = [owner, editor, other, viewer];
  const kept: TripDto[][] = [];
  const keep = async () => void kept.push(await readAll(people, tripId));
  await keep();
  await patchExpense(owner, tripId, made.id, { money: expenseSharedBy(900, "JPY", ids.owner, otherId) });
  await newComment(other, tripId, { target: { kind: "expense", id: made.id } });
  await keep();
  await patchExpense(owner, tripId, made.id, {
    money: expenseSharedBy(1200, "JPY", ids.owner, ids.editor, otherId),
  });
  await keep();
  await patchExpense(owner, tripId, made.id, { title: "Lunch", private: false });
  await keep();
  for (const trips of kept) {
    for (const [index, by] of people.entries()) {
      const old = trips[index];
      const query = { seq: String(old?.seq) };
      const sent = await send(tripsApi.snapshot, { params: { tripId }, query, token: by.token });
      expect(sent.body).toEqual(old);
    }
  }
  expect(kept.map((trips) => trips.map(({ expenseCount }) => expenseCount))).toEqual([
    [1, 1, 0, 0],
    [1, 0, 1, 0],
    [1, 1, 1, 0],
    [1, 1, 1, 1],
  ]);
});
