import { beforeEach, expect, test } from "vitest";
import { Device, loseAll, type Page } from "#tests/realtime/device-page.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";
import { STOP_ID } from "#tests/realtime/sample-trip.ts";

let device: Device;

beforeEach(() => {
  device = new Device();
});

/** Makes writes that nobody answers, a second after the previous ones, and closes the connection. */
async function write(page: Page, ...names: string[]): Promise<void> {
  await device.clock.pass(1000);
  for (const name of names) void page.actions.updateStop(STOP_ID, { name });
  await flushPromises();
  await loseAll(page);
}

function namesIn({ store }: Page): unknown[] {
  return store.queue.unsent.map(({ write: { recipe } }) => recipe?.args[1]);
}

test("what two pages left went out newest page first, so that an older edit won over a newer one", async () => {
  const older = await device.open();
  await write(older, "1", "2");
  const newer = await device.open();
  await write(newer, "3", "4");
  // The older page does not know the newer page, and takes over none of its writes.
  await newer.kill();
  await older.kill();
  const next = await device.open();
  expect(namesIn(next)).toEqual(["1", "2", "3", "4"].map((name) => ({ name })));
  expect(next.store.trip.stops[0]?.name).toBe("4");
});

test("what pages leave to one that waits goes out in the order in which it was made, whichever goes first", async () => {
  const older = await device.open();
  await write(older, "1");
  const newer = await device.open();
  await write(newer, "2");
  await write(older, "3");
  await write(newer, "4", "5");
  const here = await device.open();
  await write(here, "6");
  await newer.kill();
  await older.kill();
  expect(namesIn(here)).toEqual(["1", "2", "3", "4", "5", "6"].map((name) => ({ name })));
});

test("what an older page left goes out before what waits here, though that was tried already", async () => {
  const older = await device.open();
  await write(older, "1");
  const newer = await device.open();
  await write(newer, "2");
  await older.kill();
  expect(namesIn(newer)).toEqual([{ name: "1" }, { name: "2" }]);
});

test("an edit that a page with nothing to send took over went out before the log was read", async () => {
  const first = await device.open();
  const second = await device.open();
  await write(second, "1");
  await first.keeper.look();
  await second.kill();
  expect(first.service.sent).toMatchObject([{ method: "GET", path: "/events?after=10&limit=500" }]);
});
