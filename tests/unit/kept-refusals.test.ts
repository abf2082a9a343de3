import { beforeEach, expect, test } from "vitest";
import { Device, loseAll } from "#tests/realtime/device-page.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";
import { refusal } from "#tests/realtime/fake-service.ts";
import { ANN, DAY_ID, STOP_ID, stop, trip } from "#tests/realtime/sample-trip.ts";

const NEW = "0199b6a0-7c00-7000-8000-0000000000f2";

let device: Device;

beforeEach(() => {
  device = new Device();
});

test("a refusal after a while is kept with what rested on it, over a reload, until somebody decides", async () => {
  const first = await device.open();
  void first.actions.addStop({ id: NEW, name: "金閣寺", dayId: DAY_ID });
  void first.actions.updateStop(NEW, { notes: "Go early" });
  void first.actions.addComment({ kind: "stop", id: NEW }, "Yes!");
  void first.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(first);
  first.store.queue.wake();
  await flushPromises();
  await first.service.request(-1).answer(422, refusal("LIMIT_REACHED"));
  expect(first.service.request(-1).path).toBe(`/stops/${STOP_ID}/vote`);
  // The list of refused writes shows the refused stop, so there is no notice.
  expect(first.notices).toEqual([]);
  await first.kill();

  const page = await device.open();
  const [refused] = page.keeper.refused;
  expect(refused).toMatchObject({
    entry: { recipe: { kind: "addStop" }, name: "金閣寺", refusal: { body: { code: "LIMIT_REACHED" } } },
    resting: [{ recipe: { kind: "updateStop" } }, { recipe: { kind: "addComment" } }],
  });
  expect(page.keeper.refused).toHaveLength(1);
  expect(page.store.queue.unsent.map(({ write }) => write.label.action)).toEqual(["vote"]);
  if (!refused) return;
  page.keeper.again(refused, { force: false });
  await flushPromises();
  expect(page.store.queue.unsent.map(({ write }) => write.label.action)).toEqual([
    "vote",
    "addStop",
    "updateStop",
    "addComment",
  ]);
  expect(page.keeper.refused).toEqual([]);
  expect(device.writes.all.map(({ refusal: said }) => said)).toEqual([null, null, null, null]);
});

test("a refusal that its author sees at once is told and not kept", async () => {
  const page = await device.open();
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
  await page.service.request(0).answer(409, refusal("ARCHIVED"));
  expect(page.notices).toMatchObject([{ kind: "refused", error: { code: "ARCHIVED" } }]);
  expect([page.keeper.refused, device.writes.all]).toEqual([[], []]);
});

test("a refusal of a page that was left is kept, since nobody is told", async () => {
  const page = await device.open();
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
  page.leave();
  await page.service.request(0).answer(409, refusal("ARCHIVED"));
  await page.kill();
  const next = await device.open();
  expect(next.keeper.refused).toMatchObject([{ entry: { refusal: { body: { code: "ARCHIVED" } } } }]);
});

test("a conflict is kept over a reload although its author saw it at once", async () => {
  const page = await device.open();
  void page.actions.updateStop(STOP_ID, { notes: "Mine" });
  await flushPromises();
  const current = stop({ notes: "Theirs" });
  await page.service.request(0).answer(409, refusal("FIELD_CONFLICT", { fields: ["notes"], current }));
  expect(page.notices).toMatchObject([{ kind: "conflict", mine: { notes: "Mine" } }]);
  const [notice] = page.notices;
  expect(notice?.kind === "conflict" && notice.isKept()).toBe(true);
  await page.kill();
  const next = await device.open();
  const [refused] = next.keeper.refused;
  expect(refused?.entry).toMatchObject({ recipe: { kind: "updateStop" }, refusal: { status: 409 } });
  if (!refused) return;
  next.keeper.again(refused, { force: true });
  await flushPromises();
  expect(next.service.request(-1)).toMatchObject({ method: "PATCH", body: { notes: "Mine" } });
  expect(next.service.request(-1).headers.get("x-force")).toBe("true");
});

test("a lost conflict can be sent over what the others wrote, from another page too", async () => {
  const first = await device.open();
  void first.actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  await loseAll(first);
  first.store.queue.wake();
  await flushPromises();
  const current = stop({ name: "Theirs" });
  await first.service.request(-1).answer(409, refusal("FIELD_CONFLICT", { fields: ["name"], current }));
  await flushPromises();
  const second = await device.open();
  const [refused] = second.keeper.refused;
  if (!refused) throw new Error("It was not kept.");
  second.keeper.again(refused, { force: true });
  await flushPromises();
  expect(second.service.request(-1).headers.get("x-force")).toBe("true");
  expect(first.keeper.refused).toEqual([]);
});

test("a conflict that was decided in its place is kept no more", async () => {
  const page = await device.open();
  void page.actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  await loseAll(page);
  page.store.queue.wake();
  await flushPromises();
  await page.service.request(-1).answer(409, refusal("FIELD_CONFLICT", { fields: ["name"] }));
  const [notice] = page.notices;
  expect(page.keeper.refused).toHaveLength(1);
  if (notice?.kind !== "conflict") throw new Error("It should be a conflict.");
  notice.decided();
  await flushPromises();
  expect(notice.isKept()).toBe(false);
  expect([page.keeper.refused, device.writes.all]).toEqual([[], []]);
});

test("what can't be read is shown with its words, not sent and not dropped", async () => {
  const kept = { v: 1, userId: ANN, tripId: trip().id, tab: "gone", key: NEW, name: null, baseSeq: null };
  const rest = { force: false, at: 1, sentAt: null, echoSeq: null, refusal: null };
  const alien = { kind: "paintStop", args: [STOP_ID, { colour: "vermilion" }] };
  device.writes.rows.set(1, { ...kept, ...rest, order: 1, recipe: alien });
  device.writes.rows.set(2, { userId: ANN, tripId: trip().id, order: 2, recipe: { args: "我的笔记" } });
  device.writes.rows.set(3, { ...kept, ...rest, order: 3, recipe: { kind: "updateStop", args: [null] } });
  const page = await device.open();
  expect(page.service.sent).toEqual([]);
  expect(page.keeper.unreadable).toMatchObject([
    { order: 2, text: "args: 我的笔记" },
    { order: 1, text: "kind: paintStop\ncolour: vermilion" },
    { order: 3 },
  ]);
  expect(device.writes.all).toHaveLength(3);
  const [first] = page.keeper.unreadable;
  if (first) await page.keeper.discardUnreadable(first);
  expect(page.keeper.unreadable.map(({ order }) => order)).toEqual([1, 3]);
});

const PAYMENT = { id: NEW, from: "a", to: "b", amount: 1500, currency: "JPY", paidOn: "2026-05-12" };
const SIMILAR = refusal("SIMILAR_PAYMENT", { current: { ...PAYMENT, id: STOP_ID, createdBy: "b" } });

test("a payment that looks like another's waits for an answer, over a reload, and is added or dropped once", async () => {
  const first = await device.open();
  void first.actions.addSettlement(PAYMENT);
  await flushPromises();
  await loseAll(first);
  first.store.queue.wake();
  await flushPromises();
  await first.service.request(-1).answer(409, SIMILAR);
  expect(first.notices).toEqual([]);
  await first.kill();

  const page = await device.open();
  const [refused] = page.keeper.refused;
  expect(refused).toMatchObject({ entry: { refusal: { body: { code: "SIMILAR_PAYMENT" } } } });
  expect(page.store.queue.unsent).toEqual([]);
  if (!refused) return;
  page.keeper.again(refused, { force: true });
  await flushPromises();
  expect(page.keeper.refused).toEqual([]);
  expect(page.store.queue.unsent).toHaveLength(1);
  expect(page.service.request(-1).body).toEqual({ ...PAYMENT, evenIfSimilar: true });
  await page.service.request(-1).answer(409, SIMILAR);
  const [again] = page.keeper.refused;
  if (again) page.keeper.discard(again);
  await flushPromises();
  expect([page.keeper.refused, device.writes.all]).toEqual([[], []]);
});

test("a payment that looks like another's is asked about at once, kept meanwhile, and added by one press", async () => {
  const page = await device.open();
  void page.actions.addSettlement(PAYMENT);
  await flushPromises();
  await page.service.request(0).answer(409, SIMILAR);
  const [notice] = page.notices;
  expect(notice).toMatchObject({ kind: "similar", current: { id: STOP_ID, amount: 1500 } });
  expect(page.keeper.refused).toHaveLength(1);
  if (notice?.kind !== "similar") return;
  void notice.add();
  await flushPromises();
  expect(page.keeper.refused).toEqual([]);
  expect(page.service.request(-1).body).toEqual({ ...PAYMENT, evenIfSimilar: true });
});
