import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { clientFaults } from "../catalogue/client.ts";
import { databaseFaults } from "../catalogue/database.ts";
import { roomFaults } from "../catalogue/rooms.ts";
import { serverFaults } from "../catalogue/server.ts";
import { serviceFaults } from "../catalogue/services.ts";
import type { Fault } from "./fault.ts";
import { checkPromises } from "./judge.ts";
import { Report } from "./report.ts";
import { startWorkload } from "./workload.ts";
import { expectWithin } from "./polling.ts";
import { startSystem, type Storage, type SystemUnderTest } from "./system-under-test.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

/*
 * Each test breaks one thing while people plan, and then checks every promise. FAULT=room-killed,disk-full selects
 * faults, and LONG_TESTS=1 runs all of them, each for minutes.
 */

const CATALOGUE = {
  database: databaseFaults,
  rooms: roomFaults,
  services: serviceFaults,
  server: serverFaults,
  client: clientFaults,
};
/** The faults that `npm test` runs: for each part, the fault that is hardest for the others. */
const EVERY_TIME = [
  "database-crashed",
  "commit-in-doubt",
  "room-silent",
  "messages-mangled",
  "storage-half-written",
  "web-killed",
  "client-away",
];
const wanted = process.env.FAULT?.split(",") ?? (IS_LONG ? undefined : EVERY_TIME);
const WRITES_BEFORE = IS_LONG ? 400 : 40;
/** The number of characters of the service's log that are printed after a failed fault. */
const LOG_TAIL = 20_000;
const MINUTE = 60_000;

type Chapter = keyof typeof CATALOGUE;

/**
 * Registers the tests of some chapters of the catalogue. Each test file has a service of its own, because files run in
 * parallel.
 */
export function tryFaults(chapters: readonly Chapter[]): void {
  const report = new Report(chapters.join("-"));
  const chosen = chapters
    .flatMap((chapter): readonly Fault[] => CATALOGUE[chapter])
    .filter(({ name }) => wanted?.includes(name) ?? true);
  const byStorage = Map.groupBy(chosen, ({ storage = "bucket" }) => storage);

  afterAll(() => report.print());

  test("every fault that is tried is in the catalogue", () => {
    const all = Object.values(CATALOGUE).flat();
    const known = new Set(all.map(({ name }) => name));
    expect(wanted?.filter((name) => !known.has(name)) ?? []).toEqual([]);
    expect(known.size).toBe(all.length);
  });

  describe.each([...byStorage])("with uploads in a %s", (storage: Storage, faults) => {
    let world: SystemUnderTest;

    beforeAll(async () => {
      world = await startSystem(storage);
    });
    afterAll(() => world.stop());

    test.each(faults)(
      "$name: $what",
      async (fault) => {
        const from = world.app.log().length;
        onTestFailed(() => console.log(world.app.log().slice(from).slice(-LOG_TAIL)));
        await tryOut(world, fault, report);
      },
      (IS_LONG ? 20 : 6) * MINUTE,
    );
  });
}

async function tryOut(world: SystemUnderTest, fault: Fault, report: Report): Promise<void> {
  const missing = fault.missing?.(world) ?? null;
  if (missing !== null) return report.add(fault, { skipped: missing });
  world.answers.reset();
  const scene = await startWorkload(world);
  const stage = { world, scene, isLong: IS_LONG };
  await expectWithin("people plan", () => scene.acknowledged() >= WRITES_BEFORE);
  const before = { webPid: world.app.pidOf("web") };
  const wrong: string[] = [];
  const note = (error: unknown): void => void wrong.push(String(error));
  await fault.inject(stage).catch(note);
  await fault.during?.(stage).catch(note);
  await fault.heal?.(stage).catch(note);
  const verdict = await checkPromises(world, scene, fault, before);
  verdict.service.push(...wrong);
  scene.close();
  await fault.clear?.();
  report.add(fault, verdict);
  const { kept, same, exact, service } = verdict;
  expect({ kept, same, exact, service }).toEqual({ kept: [], same: [], exact: [], service: [] });
}
