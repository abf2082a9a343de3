import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { MAX_EXPENSES } from "#lib/shared/money-limits.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { as, historyAfter, newComment, patchTrip, readTrip } from "#tests/factories/trips.ts";
import {
  deleteExpense,
  expectConverged,
  listedExpenses,
  newMoneyFixture,
  patchExpense,
  patchSettlement,
  restoreExpense,
} from "#tests/helpers/expenses.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { formWith } from "#tests/helpers/pictures.ts";
import { expectAbsent, expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const SECRET = "A ring for Ann";

/**
 * Creates a private expense of the owner and the editor with a comment and an attachment; the viewer and the guest do
 * not take part.
 */
async function secretScene() {
  const scene = await newMoneyFixture();
  const { tripId, editor, viewer, guest, ids } = scene;
  const before = { viewer: await readTrip(viewer, tripId), guest: await readTrip(guest, tripId) };
  const money = expenseSharedBy(900, "JPY", ids.editor, ids.owner);
  const made = await newExpense(editor, tripId, money, { private: true, title: SECRET });
  const target = { kind: "expense" as const, id: made.id };
  const comment = await newComment(editor, tripId, { target, body: SECRET, mentions: [ids.owner] });
  const file = await newAttachment(editor, tripId, { target, name: `${SECRET}.pdf` });
  return { ...scene, before, made, target, comment, file };
}

async function inboxOf(person: Person): Promise<unknown> {
  const { data } = await call(notificationsApi.list, {}, as(person));
  const state = await call(notificationsApi.state, {}, as(person));
  return [data, state.data.unread];
}

async function unreadOf(person: Person, tripId: string) {
  return (await call(commentsApi.unread, { params: { tripId } }, as(person))).data;
}

describe("a private expense", () => {
  test("is there for the people in it, with its comments and files", async () => {
    const { tripId, owner, editor, made, comment, file, target } = await secretScene();
    const row = { ...made, commentCount: 1 };
    for (const person of [owner, editor]) {
      expect(await listedExpenses(person, tripId)).toEqual([row]);
      expect((await readTrip(person, tripId)).attachments).toEqual([file]);
      const params = { tripId, attachmentId: file.id };
      expect((await send(attachmentsApi.read, { params, token: person.token })).status).toBe(200);
      const query = { target: `expense:${made.id}` };
      const thread = await send(commentsApi.list, { params: { tripId }, query, token: person.token });
      expect(thread.body).toEqual([comment]);
    }
    expect(await unreadOf(owner, tripId)).toEqual([{ target, count: 1, newestId: comment.id }]);
    expect(await inboxOf(owner)).toMatchObject([[{ details: { subject: SECRET, excerpt: SECRET } }], 1]);
    expect(JSON.stringify(await exportOf(owner))).toContain(SECRET);
  });

  test("is there for nobody else, wherever they look", async () => {
    const { tripId, viewer, guest, before, made, file, comment } = await secretScene();
    for (const [person, old] of [
      [viewer, before.viewer],
      [guest, before.guest],
    ] as const) {
      expect(await listedExpenses(person, tripId)).toEqual([]);
      const trip = await expectConverged(person, old);
      expect(trip).toEqual({ ...old, seq: old.seq + 3, updatedAt: trip.updatedAt });
      const history = await historyAfter(person, tripId, old.seq);
      expect(history.map(({ op }) => op)).toEqual(["redacted", "redacted", "redacted"]);
      const snapshots = await Promise.all(
        [1, 2, 3].map((back) => {
          const query = { seq: String(old.seq + 4 - back) };
          return send(tripsApi.snapshot, { params: { tripId }, query, token: person.token });
        }),
      );
      const files = await send(attachmentsApi.list, { params: { tripId }, token: person.token });
      const inbox = [await unreadOf(person, tripId), await inboxOf(person)];
      const all = JSON.stringify([history, snapshots.map(({ body }) => body), files.body, inbox]);
      for (const trace of [SECRET, made.id, file.id, comment.id]) expect(all).not.toContain(trace);
      const said = await exportOf(person);
      for (const trace of [SECRET, made.id, file.id, comment.id]) expect(said).not.toContain(trace);
    }
  });

  test("answers others in every route as if it did not exist", async () => {
    const scene = await secretScene();
    const { tripId, owner, ids, made, file, comment } = scene;
    // After this change the owner does not take part, and no role gives access to somebody else's private expense.
    await patchExpense(scene.editor, tripId, made.id, { money: expenseSharedBy(900, "JPY", ids.editor) });
    const { token } = owner;
    expectAbsent(await patchExpense(owner, tripId, made.id, { title: "Mine" }), "expense");
    expectAbsent(await patchExpense(owner, tripId, made.id, { private: false }), "expense");
    expectAbsent(await deleteExpense(owner, tripId, made.id), "expense");
    const target = { kind: "expense", id: made.id };
    const params = { tripId };
    const thread = `expense:${made.id}`;
    expectAbsent(await send(commentsApi.list, { params, query: { target: thread }, token }), "expense");
    expectAbsent(await send(commentsApi.create, { params, token, body: { target, body: "Hm?" } }), "expense");
    const upload = {
      query: { target: thread, name: "a.pdf" },
      form: formWith(newPdf(), "a.pdf", "application/pdf"),
    };
    expectAbsent(await send(attachmentsApi.upload, { params, token, ...upload }), "expense");
    expectInvalid(await send(commentsApi.read, { params, token, body: { target, upTo: comment.id } }), [
      "upTo",
      "This is no comment of that thread.",
    ]);
    const onComment = { params: { tripId, commentId: comment.id }, token };
    expectAbsent(await send(commentsApi.delete, onComment), "comment");
    expectAbsent(await send(commentsApi.update, { ...onComment, body: { body: "x" } }), "comment");
    expectAbsent(await send(commentsApi.resolve, { ...onComment, body: { resolved: true } }), "comment");
    expectAbsent(await send(commentsApi.restore, onComment), "comment");
    const onFile = { params: { tripId, attachmentId: file.id }, token };
    expectAbsent(await send(attachmentsApi.read, onFile), "attachment");
    expectAbsent(await send(attachmentsApi.delete, onFile), "attachment");
    expectAbsent(await send(attachmentsApi.restore, onFile), "attachment");
    const { seq } = await readTrip(owner, tripId);
    for (const back of [0, 1, 2, 3, 4]) {
      const undo = { params: { tripId, seq: String(seq - back) }, token };
      expectAbsent(await send(eventsApi.undo, undo), "event");
    }
    await deleteExpense(scene.editor, tripId, made.id);
    expectAbsent(await restoreExpense(owner, tripId, made.id), "expense");
    expect([await unreadOf(owner, tripId), await inboxOf(owner)]).toEqual([[], [[], 0]]);
  });

  test("can be talked about with those alone who see it", async () => {
    const { tripId, owner, viewer, ids, target, comment } = await secretScene();
    const body = { target, body: "Look", mentions: [ids.viewer] };
    const sent = await send(commentsApi.create, { params: { tripId }, token: owner.token, body });
    expectInvalid(sent, ["mentions", "Mention only people who see this."]);
    const own = await newComment(owner, tripId, { target });
    const params = { tripId, commentId: own.id };
    const patch = { body: "Look", mentions: [ids.viewer] };
    expectInvalid(await send(commentsApi.update, { params, token: owner.token, body: patch }), [
      "mentions",
      "Mention only people who see this.",
    ]);
    expect(await inboxOf(viewer)).toEqual([[], 0]);
    expect(comment.mentions).toEqual([ids.owner]);
  });
});

function exportOf(person: Person): Promise<string> {
  const { method, path } = accountApi.export;
  const headers = { authorization: `Bearer ${person.token}` };
  return handlerFetch(`http://localhost:3000${path}`, { method, headers }).then((answer) => answer.text());
}

describe("publishing", () => {
  test("shows everybody the row, its comments and its files, and can't be taken back", async () => {
    const { tripId, owner, editor, viewer, before, made, file, comment, target } = await secretScene();
    const known = await readTrip(owner, tripId);
    const sent = await patchExpense(owner, tripId, made.id, { private: false, title: "A ring" });
    expect(expectWritten(sent)).toBe(known.seq + 2);
    const row = { ...made, title: "A ring", private: false, commentCount: 1, version: 3 };
    expect(sent.body).toEqual({ ...row, updatedAt: expect.any(String) });
    const [edit, published] = await historyAfter(viewer, tripId, known.seq);
    expect(edit?.op).toBe("redacted");
    expect(published).toMatchObject({
      op: "expense.published",
      entity: { ...Object(sent.body), attachments: [file] },
      changes: { private: [true, false] },
    });
    // The texts that the expense had while it was private stay visible to its participants only.
    expect(JSON.stringify(await historyAfter(viewer, tripId, 0))).not.toContain(`"${SECRET}"`);
    expect(await expectConverged(viewer, before.viewer)).toMatchObject({
      attachments: [file],
      expenseCount: 1,
    });
    expect(await expectConverged(owner, known)).toMatchObject({ expenseCount: 1 });
    expect(await listedExpenses(viewer, tripId)).toEqual([sent.body]);
    expect(await unreadOf(viewer, tripId)).toEqual([{ target, count: 1, newestId: comment.id }]);
    const undo = { params: { tripId, seq: String(known.seq + 2) }, token: editor.token };
    const message = "This kind of change has its own way back, not undo.";
    expectRefused(await send(eventsApi.undo, undo), 409, "NOT_UNDOABLE", message);
  });

  test("ends where a new one would: at what can be counted in the trip's currency by then", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const money = expenseSharedBy(MAX_AMOUNT, "JPY", ids.owner);
    const made = await newExpense(owner, tripId, money, { private: true });
    // A private expense does not prevent a change of the trip's currency.
    await patchTrip(owner, tripId, { currency: "USD", currencyRate: { value: "2" } });
    const { seq } = await readTrip(owner, tripId);
    for (const patch of [{ private: false }, { private: false, title: "A ring" }])
      expectInvalid(await patchExpense(owner, tripId, made.id, patch), [
        "money.amount",
        "This comes to too much in USD.",
      ]);
    expect((await readTrip(owner, tripId)).seq).toBe(seq);
    expect(await listedExpenses(owner, tripId)).toEqual([made]);
    const smaller = { private: false, money: expenseSharedBy(900, "JPY", ids.owner) };
    expectWritten(await patchExpense(owner, tripId, made.id, smaller));
    const balances = await send(moneyApi.balances, { params: { tripId }, token: owner.token });
    expect(balances.status).toBe(200);
  });

  test("ends at as many as everybody may see, whatever else the caller sees", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const hidden: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { id } = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner), {
        private: true,
      });
      hidden.push(id);
    }
    await freshDatabase().pool.query(
      `insert into expenses (id, trip_id, title, money, category, spent_on)
       select gen_random_uuid(), $1, 'Tea', $2, 'food', '2026-11-14' from generate_series(1, $3::int)`,
      [tripId, expenseSharedBy(1, "JPY", ids.owner), MAX_EXPENSES - 1],
    );
    const [first = "", second = ""] = hidden;
    expectWritten(await patchExpense(owner, tripId, first, { private: false }));
    const refused = await patchExpense(owner, tripId, second, { private: false });
    const message = `A trip holds at most ${MAX_EXPENSES} expenses. Delete some first.`;
    expectRefused(refused, 422, "LIMIT_REACHED", message);
    // Expenses that are shared already and expenses that stay private can still be changed.
    expectWritten(await patchExpense(owner, tripId, first, { private: false, title: "Tea" }));
    expectWritten(await patchExpense(owner, tripId, second, { title: "Tea" }));
  });
});

describe("a private settlement", () => {
  test("is its two people's and its author's alone", async () => {
    const { tripId, owner, editor, viewer, guest, ids } = await newMoneyFixture();
    const old = await readTrip(guest, tripId);
    const sum = { from: ids.viewer, to: ids.editor, amount: 450, currency: "JPY", note: SECRET };
    const made = await newSettlement(owner, tripId, { ...sum, private: true });
    for (const person of [owner, editor, viewer])
      expect((await readTrip(person, tripId)).settlements).toEqual([made]);
    expect((await expectConverged(guest, old)).settlements).toEqual([]);
    const shown = await send(settlementsApi.list, { params: { tripId }, token: guest.token });
    expect(shown.body).toEqual([]);
    const other = await newSettlement(editor, tripId, { ...sum, from: ids.guest, private: true });
    const { seq } = await readTrip(owner, tripId);
    const params = { tripId, settlementId: other.id };
    const { token } = owner;
    expectAbsent(await patchSettlement(owner, tripId, other.id, { amount: 1 }), "settlement");
    expectAbsent(await send(settlementsApi.delete, { params, token }), "settlement");
    expectAbsent(await send(settlementsApi.restore, { params, token }), "settlement");
    expectAbsent(await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token }), "event");
    expect((await historyAfter(owner, tripId, seq - 1)).map(({ op }) => op)).toEqual(["redacted"]);
    expect((await historyAfter(guest, tripId, seq - 2)).map(({ op }) => op)).toEqual([
      "redacted",
      "settlement.created",
    ]);
  });
});

test("what others keep to themselves is no expense of the list", async () => {
  const { tripId, owner, editor, viewer, ids } = await newMoneyFixture();
  for (const [by, id] of [
    [owner, ids.owner],
    [editor, ids.editor],
  ] as const)
    await newExpense(by, tripId, expenseSharedBy(900, "JPY", id), { private: true });
  const shared = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.editor));
  expect((await listedExpenses(owner, tripId)).map(({ private: own }) => own)).toEqual([false, true]);
  expect(await listedExpenses(viewer, tripId)).toEqual([shared]);
  const sent = await send(expensesApi.list, {
    params: { tripId },
    query: { limit: "1" },
    token: viewer.token,
  });
  expect(sent.body).toEqual([shared]);
});
