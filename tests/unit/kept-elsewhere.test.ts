import { beforeEach, describe, expect, test } from "vitest";
import { Device, loseAll, type Page } from "#tests/realtime/device-page.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";
import { ANN, DAY_ID, event, STOP_ID, stop, stopFields } from "#tests/realtime/sample-trip.ts";

const NEW = "0199b6a0-7c00-7000-8000-0000000000f2";

let device: Device;

beforeEach(() => {
  device = new Device();
});

function others({ keeper }: Page): (string | null)[][] {
  return keeper.elsewhere.map(({ name, recipe }) => [recipe.kind, name]);
}

/** Opens two pages, of which the first has just added a stop. */
async function twoPages(): Promise<[Page, Page]> {
  const pages: [Page, Page] = [await device.open(), await device.open()];
  void pages[0].actions.addStop({ id: NEW, name: "金閣寺", dayId: DAY_ID });
  await flushPromises();
  return pages;
}

describe("what one page has not sent", () => {
  test("counts in the others once it waits, and no longer when it has gone out", async () => {
    const [first, second] = await twoPages();
    expect(others(second)).toEqual([]);
    await loseAll(first);
    expect([others(first), others(second)]).toEqual([[], [["addStop", "金閣寺"]]]);
    first.store.queue.wake();
    await flushPromises();
    await first.service.request(1).answer(201, stop({ id: NEW, name: "金閣寺" }), 11);
    await flushPromises();
    expect(others(second)).toEqual([]);
    expect(second.service.sent).toEqual([]);
  });

  test("counts in them no longer when it is taken back", async () => {
    const [first, second] = await twoPages();
    await loseAll(first);
    expect(others(second)).toHaveLength(1);
    for (const pending of first.store.queue.unsent) first.store.queue.takeBack(pending);
    await flushPromises();
    expect(others(second)).toEqual([]);
  });

  test("is one's own, not another's, once its page is gone; and a page that opens later counts it too", async () => {
    const [first, second] = await twoPages();
    await loseAll(first);
    const third = await device.open();
    expect(others(third)).toHaveLength(1);
    await first.kill();
    const [adopter, other] = second.store.queue.unsent.length > 0 ? [second, third] : [third, second];
    expect(others(adopter)).toEqual([]);
    await loseAll(adopter);
    expect([others(adopter), others(other)]).toEqual([[], [["addStop", "金閣寺"]]]);
  });

  test("is looked for anew while it is there, should its page have gone on unheard", async () => {
    const [first, second] = await twoPages();
    await loseAll(first);
    device.writes.rows.clear();
    await device.clock.pass(5_000);
    expect(others(second)).toEqual([]);
  });
});

function notesIn({ store }: Page): string | null | undefined {
  return store.trip.stops[0]?.notes;
}

/** Returns the notes in the page's last request, and its base seq. */
function lastEdit({ service }: Page): unknown[] {
  const { body, headers } = service.request(-1);
  return [(body as { notes?: string }).notes, headers.get("x-base-seq")];
}

/**
 * Opens two pages without a connection. The first changes a note and is reloaded, so the second one sends the change.
 */
async function reloaded(): Promise<[Page, Page]> {
  const [first, sender] = [await device.open(), await device.open()];
  void first.actions.updateStop(STOP_ID, { notes: "Bring Ken" });
  await flushPromises();
  await loseAll(first);
  await first.kill();
  await loseAll(sender);
  return [await device.open(), sender];
}

describe("what another page of the same person has not sent", () => {
  test("is drawn by a page that was loaded anew, and sent once", async () => {
    const [page, sender] = await reloaded();
    expect(others(page)).toEqual([["updateStop", "Kiyomizu-dera"]]);
    expect([notesIn(page), notesIn(sender)]).toEqual(["Bring Ken", "Bring Ken"]);
    sender.store.queue.wake();
    await flushPromises();
    await sender.service.request(-1).answer(200, { events: [], seq: 10 });
    await sender.service.request(-1).answer(200, stop({ notes: "Bring Ken", version: 2 }), 11);
    await flushPromises();
    expect([others(page), notesIn(page), page.service.sent]).toEqual([[], "Bring Ken", []]);
    const noted = stopFields({ notes: "Bring Ken", version: 2 });
    for (const { store } of [page, sender])
      store.receive([event(11, { op: "stop.updated", entity: noted, actorId: ANN })]);
    await flushPromises();
    expect([notesIn(page), page.store.unconfirmed, device.writes.all]).toEqual(["Bring Ken", [], []]);
  });

  test("is drawn no longer when it is taken back where it waits", async () => {
    const [page, sender] = await reloaded();
    for (const pending of sender.store.queue.unsent) sender.store.queue.takeBack(pending);
    await flushPromises();
    expect([notesIn(page), notesIn(sender)]).toEqual([null, null]);
  });

  test("goes out before what was made here over it", async () => {
    const [page, sender] = await reloaded();
    await device.clock.pass(1);
    void page.actions.updateStop(STOP_ID, { notes: "Bring Ken and Mia" });
    void page.actions.vote(STOP_ID, 1);
    await flushPromises();
    expect([notesIn(page), page.service.sent]).toEqual(["Bring Ken and Mia", []]);
    expect([page.store.queue.state, notesIn(sender)]).toEqual(["waiting", "Bring Ken and Mia"]);
    sender.store.queue.wake();
    await flushPromises();
    await sender.service.request(-1).answer(200, { events: [], seq: 10 });
    await sender.service.request(-1).answer(200, stop({ notes: "Bring Ken", version: 2 }), 11);
    const noted = stopFields({ notes: "Bring Ken", version: 2 });
    for (const { store } of [sender, page])
      store.receive([event(11, { op: "stop.updated", entity: noted, actorId: ANN })]);
    await flushPromises();
    await flushPromises();
    expect(lastEdit(page)).toEqual(["Bring Ken and Mia", "11"]);
    expect(notesIn(page)).toBe("Bring Ken and Mia");
  });

  test("lets what was made over it conflict with nobody, though its event comes late", async () => {
    const [page, sender] = await reloaded();
    await device.clock.pass(1);
    void page.actions.updateStop(STOP_ID, { notes: "Bring Ken and Mia" });
    await flushPromises();
    sender.store.queue.wake();
    await flushPromises();
    await sender.service.request(-1).answer(200, { events: [], seq: 10 });
    await sender.service.request(-1).answer(200, stop({ notes: "Bring Ken", version: 2 }), 11);
    const noted = stopFields({ notes: "Bring Ken", version: 2 });
    const own = event(11, {
      op: "stop.updated",
      entity: noted,
      actorId: ANN,
      changes: { notes: [null, "Bring Ken"] },
    });
    sender.store.receive([own]);
    await flushPromises();
    await flushPromises();
    expect(page.service.request(-1).path).toContain("/events");
    await page.service.request(-1).answer(200, { events: [own], seq: 11 });
    expect(lastEdit(page)).toEqual(["Bring Ken and Mia", "11"]);
  });

  test("creates a stop that nothing made here is sent about before it is there", async () => {
    const [first, second] = await twoPages();
    await loseAll(first);
    await device.clock.pass(1);
    void second.actions.vote(NEW, 1);
    void second.actions.moveStop(NEW, { dayId: null, afterId: null });
    await flushPromises();
    expect(second.store.trip.stops.find(({ id }) => id === NEW)).toMatchObject({ dayId: null });
    expect(second.service.sent).toEqual([]);
    await first.kill();
    expect(second.store.queue.unsent.map(({ write }) => write.label.action)).toEqual([
      "addStop",
      "vote",
      "moveStop",
    ]);
    expect(second.service.sent).toMatchObject([{ path: "/stops", body: { id: NEW } }]);
  });
});
