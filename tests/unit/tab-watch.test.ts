import { expect, test } from "vitest";
import { newId } from "#lib/client/base/ids.ts";
import { createTabWatch } from "#lib/client/sync/tab-watch.ts";

/* This test uses Node's own Web Locks, which work as in browsers. */

test("what waits for a page runs when that is gone, and not before", async () => {
  const [tabs, tab, log] = [createTabWatch(), newId(), new Array<string>()];
  const release = await tabs.hold(tab);
  await tabs.whenGone(tab, async () => void log.push("ran"));
  expect(log).toEqual([]);
  release();
  await expect.poll(() => log).toEqual(["ran"]);
});

test("of a page that is gone already it runs at once", async () => {
  const log = new Array<string>();
  await createTabWatch().whenGone(newId(), async () => void log.push("ran"));
  expect(log).toEqual(["ran"]);
});

test("those who wait for the same page run one after the other", async () => {
  const [tabs, tab, log] = [createTabWatch(), newId(), new Array<string>()];
  const release = await tabs.hold(tab);
  const { promise: isFirstDone, resolve: firstDone } = Promise.withResolvers<void>();
  const run = (name: string, until: Promise<void>) => async () => {
    log.push(`${name} begins`);
    await until;
    log.push(`${name} ends`);
  };
  await tabs.whenGone(tab, run("first", isFirstDone));
  await tabs.whenGone(tab, run("second", Promise.resolve()));
  release();
  await expect.poll(() => log).toEqual(["first begins"]);
  firstDone();
  await expect.poll(() => log.length).toBe(4);
  expect(log).toEqual(["first begins", "first ends", "second begins", "second ends"]);
});

test("who stops waiting is not run, and pages hear each other", async () => {
  const [tabs, other, tab, log] = [createTabWatch(), createTabWatch(), newId(), new Array<string>()];
  const release = await tabs.hold(tab);
  const stop = await tabs.whenGone(tab, async () => void log.push("ran"));
  stop();
  const unlisten = other.listen(() => log.push("heard"));
  tabs.announce();
  await expect.poll(() => log).toEqual(["heard"]);
  unlisten();
  release();
  await tabs.whenGone(tab, async () => void log.push("free"));
  expect(log).toEqual(["heard", "free"]);
});
