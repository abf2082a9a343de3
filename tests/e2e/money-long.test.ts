// @long: a money screen with thousands of expenses, which is timed
import { expect, type Page, test } from "@playwright/test";
import { desc, eq } from "drizzle-orm";
import { expenses } from "#db/schema/money.ts";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases, freshDatabase } from "#lib/server/process/database.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { EXPENSES, longLedger } from "#tests/factories/long-ledger.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { details, expense } from "./money-screen.ts";
import { newWatch, type ScrollReport } from "./scroll-watch.ts";

/** The maximum number of rows that are drawn at once: those on the screen and near it on both sides. */
const MOST_ROWS = 150;
/**
 * The maximum 95th percentile of the milliseconds per frame; a machine without a graphics card runs the service, draws
 * and measures at the same time.
 */
const P95_MS = 100;
/** The maximum 95th percentile for leaps that are longer than the screen and draw about 35 new rows each. */
const LEAP_P95_MS = 250;
/** The maximum share of frames in which rows may still be missing at reading speed. */
const MOST_BLANK = 0.05;
const TURN_PX = 480;
const LEAP_PX = 1800;
const FIRST_MS = 4000;
/** Expenses that are added during the scrolling: one above and one below the visible part. */
const LATE = { Above: "2027-04-29", Below: "2027-03-02" };

test.use(DEVICES.desktop);
test.afterAll(closeDatabases);

test(`a list of ${EXPENSES} expenses scrolls to its end, and has each of them once`, async ({ page }) => {
  test.setTimeout(180_000);
  const owner = await signInNewPerson(page.context(), "Ann Lee");
  const { tripId } = await longLedger(as(owner));
  const first = await orderOf(tripId);
  await page.goto(`${appUrl()}/trips/${tripId}?view=money`);
  await expect(page.locator("[data-expense]").first()).toBeVisible();
  const watch = await newWatch(page);
  await page.mouse.move(400, 600);

  await watch.begin();
  const until = Date.now() + FIRST_MS;
  while (Date.now() < until) await turnWheel(page, TURN_PX);
  const slowly = await watch.end();
  tell(`${FIRST_MS} ms of ${TURN_PX} px`, slowly);
  isFine(slowly, first);
  expect(slowly.p95).toBeLessThan(P95_MS);
  expect(slowly.seen.length).toBeLessThan(EXPENSES);
  expect(slowly.blank).toBeLessThan(slowly.frames * MOST_BLANK);

  await addLate(owner, tripId);
  const all = await orderOf(tripId);
  expect(all).toHaveLength(EXPENSES + 2);
  await watch.begin();
  while (!(await isAtEnd(page))) await turnWheel(page, LEAP_PX);
  const leaping = await watch.end();
  tell(`to the end by ${LEAP_PX} px`, leaping);
  isFine(leaping, all);
  expect(leaping.p95).toBeLessThan(LEAP_P95_MS);
  const seen = new Set([...slowly.seen, ...leaping.seen]);
  expect(all.filter(({ id }) => !seen.has(id)).map(({ title }) => title)).toEqual(["Above"]);

  const last = all.at(-1)?.title ?? "";
  await expense(page, last).getByRole("button").click();
  await expect(details(page).getByLabel("Title")).toHaveValue(last);
});

/** Turns the wheel once and waits until the page has drawn the result. */
async function turnWheel(page: Page, pixels: number): Promise<void> {
  await page.mouse.wheel(0, pixels);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Whether all pages are loaded and the end of the list is visible. */
function isAtEnd(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const list = document.querySelector("[data-expense]")?.closest(".overflow-y-auto");
    if (!list || list.querySelector("[role=status][aria-label=Loading]")) return false;
    return list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
  });
}

async function addLate(owner: Person, tripId: string): Promise<void> {
  const { data: trip } = await call(tripsApi.get, { params: { tripId } }, as(owner));
  const memberId = trip.members[0]?.id ?? "";
  const split = { mode: "equal" as const, parts: [{ memberId }] };
  const money = { amount: 900, currency: "JPY", payers: [{ memberId, amount: 900 }], split };
  for (const [title, spentOn] of Object.entries(LATE)) {
    await call(expensesApi.create, { params: { tripId }, body: { title, spentOn, money } }, as(owner));
  }
}

type Row = { id: string; title: string };

/** Returns the expenses in the order in which the list must show them. */
function orderOf(tripId: string): Promise<Row[]> {
  const { drizzle } = freshDatabase();
  const { id, title, spentOn } = expenses;
  return drizzle
    .select({ id, title })
    .from(expenses)
    .where(eq(expenses.tripId, tripId))
    .orderBy(desc(spentOn), desc(id));
}

/** Checks that few rows were drawn at once, that no row was there twice, and that each followed the right row. */
function isFine({ mostRows, doubled, neighbours }: ScrollReport, order: readonly Row[]): void {
  const place = new Map(order.map(({ id }, at) => [id, at]));
  const apart = neighbours.filter(([above, below]) => place.get(below) !== (place.get(above) ?? NaN) + 1);
  expect({ doubled, apart }).toEqual({ doubled: 0, apart: [] });
  expect(mostRows).toBeLessThan(MOST_ROWS);
}

function tell(what: string, { frames, p95, longest, mostRows, blank, seen }: ScrollReport): void {
  const times = `${frames} frames, p95 ${p95.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`;
  console.log(
    `  ${what}: ${seen.length} rows seen, ${mostRows} at once; ${times}, ${blank} with an empty middle`,
  );
}
