import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { call } from "#lib/client/api.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { fullTrip } from "#tests/bench/fixture.ts";
import type { Row } from "#tests/bench/report.ts";
import { DEVICES } from "#tests/e2e/devices.ts";
import { TripScreen } from "#tests/e2e/trip-screen.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { findChromium } from "#tests/helpers/chromium.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { type Edits, startEdits } from "./edits.ts";

declare global {
  interface Window {
    /** By interaction, its longest event from the press until the next paint; milliseconds. */
    interactions: Map<number, number>;
  }
}

/** As far as browsers tell of an interaction; what is faster is counted as this. */
const LEAST_MS = 16;
const AT_LEAST_MS = 20_000;
const QUIET_MS = 10_000;
const FLAGS = ["--disable-background-networking", "--disable-gpu", "--disable-3d-apis"];
const SLOWEST_MS = 200;

/** How soon the page answers to presses and keys while somebody else makes ten edits a second. */
export async function measureInteractions(baseUrl: string): Promise<Row[]> {
  const [owner, friend] = [await newPerson({ name: "Ann Lee" }), await newPerson({ name: "Ben Okri" })];
  const trip = await crowdedTrip(baseUrl, owner, friend);
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  try {
    const rows: Row[] = [];
    for (const slowdown of [1, 4]) {
      const context = await browser.newContext({ ...DEVICES.desktop, baseURL: baseUrl, locale: "en-US" });
      await context.addCookies([sessionCookie(owner.token, baseUrl)]);
      const edits = startEdits(baseUrl, friend, trip);
      rows.push(...(await measure(context, { trip, slowdown, edits }).finally(() => edits.stop())));
      await context.close();
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** Two weeks that are full, with something to vote on and to tick off. */
async function crowdedTrip(baseUrl: string, owner: Person, friend: Person): Promise<TripDto> {
  const as = { baseUrl, token: owner.token };
  const { id: tripId } = await fullTrip(as, [friend]);
  const params = { tripId };
  await call(stopsApi.create, { params, body: { dayId: null, name: "Arashiyama" } }, as);
  const items = Array.from({ length: 20 }, (_, n) => ({ list: "packing" as const, text: `Thing ${n + 1}` }));
  await call(itemsApi.createMany, { params, body: { items } }, as);
  return (await call(tripsApi.get, { params }, as)).data;
}

interface Measured {
  trip: TripDto;
  slowdown: number;
  edits: Edits;
}

async function measure(context: BrowserContext, { trip, slowdown, edits }: Measured): Promise<Row[]> {
  const page = await context.newPage();
  await page.addInitScript(noteInteractions);
  await page.goto(`/trips/${trip.id}`);
  await page
    .getByRole("button", { name: /here now$/ })
    .or(page.getByText("Saved"))
    .first()
    .waitFor();
  await page.waitForLoadState("networkidle");
  const cdp = await context.newCDPSession(page);
  // By the time of the thread: what else runs on the machine does not count.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const quiet = await costOfWatching(cdp, edits);
  const until = performance.now() + AT_LEAST_MS;
  for (let round = 0; performance.now() < until; round++) await useEverything(new TripScreen(page), round);
  const times = await page.evaluate(interactionTimes);
  const under = slowdown === 1 ? "" : `, ${slowdown} times slower CPU`;
  return [
    {
      measure: `interactions under edits${under}: 98th percentile`,
      value: percentile(times, 0.98),
      unit: "ms",
      ...(slowdown === 1 && { floor: { at: "most", value: SLOWEST_MS, of: "value" } }),
    },
    { measure: `interactions under edits${under}: median`, value: percentile(times, 0.5), unit: "ms" },
    { measure: `interactions under edits${under}: how many`, value: times.length, unit: "" },
    { measure: `main thread for each edit that one only sees${under}`, value: quiet, unit: "ms" },
  ];
}

/** What the page works for each of the other's edits while nobody touches it. */
async function costOfWatching(cdp: CDPSession, edits: Edits): Promise<number> {
  const [busy, made] = [await taskSeconds(cdp), edits.made];
  await sleep(QUIET_MS);
  return ((await taskSeconds(cdp)) - busy) * (1000 / Math.max(1, edits.made - made));
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

/** A stop is opened and written about, days are gone through, a stop is moved, voted on; money and lists are looked at. */
async function useEverything(screen: TripScreen, round: number): Promise<void> {
  const { page } = screen;
  const days = page.getByRole("navigation", { name: "Days" }).getByRole("link");
  await days.nth((round * 3) % 10).click();
  const rows = page.locator(`section[data-day]:nth-of-type(${((round * 3) % 10) + 1}) [data-row]`);
  await rows.first().click();
  await typeInto(page, "Write a comment", "Meet at the west gate");
  await page.keyboard.press("Escape");
  await days.nth((round * 3 + 1) % 10).click();
  await page
    .getByRole("button", { name: /^Vote for/ })
    .first()
    .click();
  await rows.nth(1).focus();
  for (const key of ["Space", "ArrowDown", "ArrowDown", "Space"]) await page.keyboard.press(key);
  await screen.show("Money");
  await screen.show("Lists");
  await page
    .getByRole("checkbox")
    .nth(round % 10)
    .click();
  await screen.show("Plan");
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label);
  await field.click();
  await page.keyboard.type(text);
  for (const _ of text) await page.keyboard.press("Backspace");
}

function noteInteractions(): void {
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId: id, duration } = entry;
      if (id > 0) window.interactions.set(id, Math.max(duration, window.interactions.get(id) ?? 0));
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Those too, that were too fast to be told of. */
function interactionTimes(): number[] {
  const told = [...window.interactions.values()];
  const { interactionCount } = performance;
  return [...told, ...Array<number>(Math.max(0, interactionCount - told.length)).fill(16)];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.max(LEAST_MS, sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
}
