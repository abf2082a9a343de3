import { beforeEach, describe, expect, test } from "vitest";
import { Device, loseAll, type Page } from "#tests/realtime/device-page.ts";
import { settle } from "#tests/realtime/fake-clock.ts";
import { DAY, stop } from "#tests/realtime/sample-trip.ts";

const NEW = "0199b6a0-7c00-7000-8000-0000000000f2";

let device: Device;

beforeEach(() => {
  device = new Device();
});

function others({ keeper }: Page): (string | null)[][] {
  return keeper.elsewhere.map(({ name, recipe }) => [recipe.kind, name]);
}

/** The first has just made a stop. */
async function twoPages(): Promise<[Page, Page]> {
  const pages: [Page, Page] = [await device.open(), await device.open()];
  void pages[0].actions.addStop({ id: NEW, name: "金閣寺", dayId: DAY });
  await settle();
  return pages;
}

describe("what one page has not sent", () => {
  test("counts in the others once it waits, and no longer when it has gone out", async () => {
    const [first, second] = await twoPages();
    expect(others(second)).toEqual([]);
    await loseAll(first);
    expect([others(first), others(second)]).toEqual([[], [["addStop", "金閣寺"]]]);
    first.store.queue.wake();
    await settle();
    await first.service.request(1).answer(201, stop({ id: NEW, name: "金閣寺" }), 11);
    await settle();
    expect(others(second)).toEqual([]);
    expect(second.service.sent).toEqual([]);
  });

  test("counts in them no longer when it is taken back", async () => {
    const [first, second] = await twoPages();
    await loseAll(first);
    expect(others(second)).toHaveLength(1);
    for (const pending of first.store.queue.unsent) first.store.queue.takeBack(pending);
    await settle();
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
