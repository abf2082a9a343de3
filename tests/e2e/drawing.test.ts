// @long: how many components React draws for a change
import { type BrowserContext, expect, type Locator, test } from "@playwright/test";
import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { nthSampleStop } from "#tests/bench/fixture.ts";
import type { Person } from "#tests/factories/people.ts";
import { noteDrawing, noteInteractions } from "#tests/lighthouse/in-page.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { TripScreen } from "./trip-screen.ts";

/*
 * These tests count how many components React draws for a change that somebody else has made. The count is the same on
 * every machine.
 */

const STOPS = 8;
/**
 * The maximum number of components for one change: a row with the legs beside it, the head of its day, and what depends
 * on the whole plan.
 */
const MOST_DRAWN = 80;
/**
 * The maximum number of components for a change while the history is open: in addition to the plan, the new row and the
 * panel around the list.
 */
const MOST_DRAWN_OF_HISTORY = 160;
const NAMES = ["Fushimi Inari", "Nishiki Market", "Gion", "Kinkaku-ji"];
/**
 * Names that no row of the history contains; an old row with the name would end the wait before the page has the new
 * one.
 */
const NAMES_OF_HISTORY = ["Arashiyama", "Pontocho", "Katsura", "Ohara"];

let context: BrowserContext;
let owner: Person;
let trip: TripDto;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  owner = await signInNewPerson(context, "Ann Lee");
  const dates = { startDate: "2027-04-05", endDate: "2027-04-09" };
  const body = { title: "Kyoto", timezone: "Asia/Tokyo", currency: "JPY", ...dates };
  const { data: made } = await call(tripsApi.create, { body }, as(owner));
  const params = { tripId: made.id };
  for (let n = 0; n < STOPS; n++) {
    // All stops are on one day, and most of them have a time before the previous stop's, so that their rows show
    // warnings.
    const stop = { ...nthSampleStop(made, 5 * n), id: uuidv7(), dayId: made.days[0]?.id ?? null };
    await call(stopsApi.create, { params, body: stop }, as(owner));
  }
  trip = (await call(tripsApi.get, { params }, as(owner))).data;
});

test.afterAll(async () => {
  await context.close();
  await closeDatabases();
});

/** Renames a stop to each of these names, and returns the smallest number of components that the page has drawn. */
async function leastDrawn(
  screen: TripScreen,
  names: readonly string[],
  newName: (name: string) => Locator,
): Promise<number> {
  const { page } = screen;
  const [, , , stop] = trip.stops;
  if (!stop) throw new Error("The trip is empty.");
  const drawn: number[] = [];
  for (const name of names) {
    await page.evaluate(() => (window.noted.drawn = 0));
    await rename(stop.id, name);
    await expect(newName(name)).toBeVisible();
    drawn.push((await page.evaluate(() => window.noted.drawn)) ?? 0);
  }
  // Parts that load after the page can be drawn together with one of the changes, but not with all of them; the minimum
  // excludes them.
  expect(Math.min(...drawn)).toBeGreaterThan(0);
  return Math.min(...drawn);
}

async function rename(stopId: string, name: string): Promise<void> {
  await call(stopsApi.update, { params: { tripId: trip.id, stopId }, body: { name } }, as(owner));
}

async function opened(view: string): Promise<TripScreen> {
  const screen = new TripScreen(await context.newPage());
  await screen.page.addInitScript(noteInteractions);
  await screen.page.addInitScript(noteDrawing);
  await screen.page.goto(`/trips/${trip.id}${view}`);
  await screen.page.waitForLoadState("networkidle");
  return screen;
}

test("a stop's new name draws its row and what is beside it, not the whole day", async () => {
  const screen = await opened("");
  expect(await leastDrawn(screen, NAMES, (name) => screen.stop(name))).toBeLessThanOrEqual(MOST_DRAWN);
});

test("in the history it draws the new line, not all of them", async () => {
  // The stops are renamed in turn, because consecutive changes of one stop share a row of the history.
  for (const name of ["Ginkaku-ji", "Tofuku-ji", "To-ji", "Nijo"]) {
    for (const [n, { id }] of trip.stops.entries()) await rename(id, `${name} ${n}`);
  }
  const screen = await opened("?view=activity");
  const lines = screen.page.getByRole("main").locator("li[data-seq]");
  await expect.poll(() => lines.count()).toBeGreaterThan(4 * STOPS);
  const least = await leastDrawn(screen, NAMES_OF_HISTORY, (name) => lines.filter({ hasText: name }).first());
  expect(least).toBeLessThanOrEqual(MOST_DRAWN_OF_HISTORY);
});
