import { expect, test } from "vitest";
import { type WriteArgs, makeWrite, remakeWrite, type WriteKind } from "#lib/client/writes/write-kinds.ts";
import { type ListAction, listActionName } from "#lib/client/writes/list-writes.ts";
import type { Write } from "#lib/client/writes/write.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { LIST_SAMPLES } from "#tests/factories/list-rows.ts";
import { FakeService } from "#tests/realtime/fake-service.ts";
import { ANN, CREATED_AT, BOB_MEMBER, comment, DAY_ID, STOP_ID, trip } from "#tests/realtime/sample-trip.ts";

const ID = "0199b6a0-7c00-7000-8000-0000000000f2";
const yen = { amount: 1200, currency: "JPY" };
const split = { mode: "equal" as const, parts: [{ memberId: BOB_MEMBER }] };
const money = { ...yen, payers: [{ memberId: BOB_MEMBER, amount: 1200 }], split };
const row = { deletedAt: null, version: 1, createdAt: CREATED_AT, updatedAt: CREATED_AT };
const item: ItemDto = {
  ...row,
  id: ID,
  list: "packing",
  text: "Socks",
  position: "a0",
  section: null,
  assigneeId: null,
  dueDate: null,
  ownerId: null,
  doneAt: null,
};
/** The arguments of the writes of every list resource. */
const LIST_ARGS = Object.fromEntries(
  LIST_KINDS.flatMap((kind) => {
    const { create, update } = LIST_SAMPLES[kind];
    return [
      [listActionName("add", kind), [{ id: ID, ...create }]],
      [listActionName("update", kind), [ID, update, {}]],
      [listActionName("move", kind), [ID, { afterId: null }]],
      [listActionName("delete", kind), [ID]],
      [listActionName("restore", kind), [{ ...row, ...create, id: ID, position: "a0" }]],
    ];
  }),
) as { [K in ListAction]: WriteArgs<K> };
const settlement: SettlementDto = {
  ...row,
  ...yen,
  id: ID,
  from: BOB_MEMBER,
  to: BOB_MEMBER,
  rate: null,
  paidOn: "2026-11-14",
  note: null,
  private: false,
  createdBy: null,
};

const SAMPLES: { [K in WriteKind]: WriteArgs<K> } = {
  addStop: [{ id: ID, name: "金閣寺", dayId: DAY_ID }],
  addStops: [[{ id: ID, name: "金閣寺", dayId: DAY_ID }]],
  updateStop: [STOP_ID, { name: "銀閣寺", notes: undefined }, { baseSeq: 9 }],
  moveStop: [STOP_ID, { dayId: null, afterId: null }],
  deleteStop: [STOP_ID],
  restoreStop: [STOP_ID],
  vote: [STOP_ID, -1],
  addReservation: [{ id: ID, kind: "train", title: "Hikari" }],
  updateReservation: [ID, { start: null }, { force: true }],
  deleteReservation: [ID],
  restoreReservation: [ID],
  deleteAttachment: [ID],
  restoreAttachment: [ID],
  addItems: [[{ id: ID, list: "packing", text: "Socks", isPrivate: false }]],
  updateItem: [ID, { isDone: true }, {}],
  moveItem: [ID, { afterId: null }],
  deleteItem: [ID],
  restoreItem: [item],
  ...LIST_ARGS,
  addExpense: [{ id: ID, title: "Tea", money }, { rate: null }],
  updateExpense: [ID, { title: "Matcha" }, { baseSeq: 9 }],
  deleteExpense: [ID],
  restoreExpense: [ID],
  addSettlement: [{ id: ID, from: BOB_MEMBER, to: BOB_MEMBER, ...yen }, {}],
  updateSettlement: [ID, { note: "Cash" }, {}],
  deleteSettlement: [ID],
  restoreSettlement: [settlement],
  setBudget: [{ total: 5, limits: {} }, {}],
  addDecision: [{ id: ID, title: "Where to?" }],
  updateDecision: [ID, { title: "Where?" }, {}],
  closeDecision: [ID, undefined],
  reopenDecision: [ID],
  deleteDecision: [ID],
  updateTrip: [{ title: "京都" }, {}],
  updateDay: [DAY_ID, { title: "Arrival" }, {}],
  orderDay: [DAY_ID, [STOP_ID], { baseSeq: 9 }],
  addComment: [{ id: ID, target: { kind: "stop", id: STOP_ID }, body: "Yes" }],
  editComment: [comment(), { body: "No", mentions: [] }, 9],
  resolveComment: [comment(), true],
  deleteComment: [comment()],
  restoreComment: [ID],
  updateMember: [ANN, { role: "viewer" }],
  removeMember: [ANN],
  addPlaceholder: [{ id: ID, name: "外婆" }],
  renamePlaceholder: [ID, "Granny"],
  removePlaceholder: [ID],
  restorePlaceholder: [ID],
  addSuggestion: [{ id: ID, changes: [{ op: "stops.delete", entityId: STOP_ID, input: {} }] }, 9],
  acceptSuggestion: [ID, { lines: [0], force: true }],
  dismissSuggestion: [ID, "No"],
  withdrawSuggestion: [ID],
  undo: [7, { explains: true }],
};

const kinds = Object.keys(SAMPLES) as WriteKind[];

/** Returns the request that a write sends, and what its optimistic update shows. */
async function faceOf(write: Write<unknown>) {
  const service = new FakeService();
  void write.send({ fetch: service.fetch }).catch(() => undefined);
  const { method, path, body, headers } = service.request(0);
  const scene = {
    trip: trip(),
    userId: ANN,
    now: CREATED_AT,
    findDeleted: () => undefined,
    isGone: () => false,
  };
  const { label, edit, basis, settledBy } = write;
  const told = { label, fields: edit?.fields, patch: edit?.patch, basis, settledBy };
  const asked = { method, path, body, force: headers.get("x-force"), base: headers.get("x-base-seq") };
  return { ...asked, ...told, predicted: write.predict(scene) };
}

test.each(kinds)("%s is the same write after it was written down", async (kind) => {
  const makeAny = makeWrite as (...given: unknown[]) => Write<unknown>;
  const write = makeAny(kind, trip().id, ...SAMPLES[kind]);
  expect(write.recipe).toEqual({ kind, args: SAMPLES[kind] });
  const remade = remakeWrite(trip().id, structuredClone(write.recipe ?? { kind: "", args: [] }));
  if (!remade) throw new Error("It could not be made again.");
  expect(await faceOf(remade)).toEqual(await faceOf(write));
  expect(remade.explained).toBeUndefined();
});

function make(kind: string, ...args: unknown[]) {
  return remakeWrite(trip().id, { kind, args });
}

test("what is damaged makes no write, and none that could take the page down", () => {
  expect(make("toString", STOP_ID)).toBeNull();
  expect(make("addStop")).toBeNull();
  expect(make("addStop", { name: "Without an id" })).toBeNull();
  expect(make("updateStop", STOP_ID, null, {})).toBeNull();
  const broken = make("addComment", { id: ID });
  const scene = {
    trip: trip(),
    userId: ANN,
    now: CREATED_AT,
    findDeleted: () => undefined,
    isGone: () => false,
  };
  expect(() => broken?.predict(scene)).not.toThrow();
});
