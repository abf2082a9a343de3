import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { fullTrip } from "#tests/bench/fixture.ts";
import type { Row } from "#tests/bench/report.ts";
import { DEVICES, type Device } from "#tests/e2e/devices.ts";
import { TripScreen } from "#tests/e2e/trip-screen.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { findChromium } from "#tests/helpers/chromium.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { type Edits, startEdits } from "./edits.ts";
import { type Interaction, noteDrawing, noteInteractions } from "./in-page.ts";
import { useEverything } from "./presses.ts";
import { startVirtualScreen } from "./virtual-screen.ts";

const FLAGS = ["--disable-background-networking", "--disable-gpu", "--disable-3d-apis"];
const ROUNDS = 4;
const WATCHING_MS = 10_000;
/** The number of clicks on a page that does nothing, before and after the measurement. */
const IDLE_PRESSES = 20;
/** The maximum wait for a step of the measurement. A busy machine may take long; the measured values show it. */
const PATIENCE_MS = 60_000;
const SLOWEST_MS = 200;
/** The values that stand for an interaction that is so fast that browsers do not report it. */
const FAST: Interaction = { of: "", duration: 16, delay: 0, handling: 0 };
const TOLD = 5;

interface Setting {
  name: string;
  device: Device;
  slowdown: number;
  hasFloor: boolean;
}

const SETTINGS: readonly Setting[] = [
  { name: "desktop", device: "desktop", slowdown: 1, hasFloor: true },
  { name: "phone", device: "phone", slowdown: 1, hasFloor: true },
  { name: "phone with a CPU 4 times slower", device: "phone", slowdown: 4, hasFloor: false },
];

/** Measures how fast the page reacts to clicks and keys while another person makes ten edits per second. */
export async function measureInteractions(baseUrl: string): Promise<Row[]> {
  const [owner, friend] = [await newPerson({ name: "Ann Lee" }), await newPerson({ name: "Ben Okri" })];
  const trip = await crowdedTrip(baseUrl, owner, friend);
  const screen = await startVirtualScreen();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: FLAGS,
    env: screen.env,
    headless: false,
  });
  try {
    const rows: Row[] = [];
    // All settings share one series of edits, because a new series would write the same values again, which changes
    // nothing.
    const edits = startEdits(baseUrl, friend, trip);
    const path = `${baseUrl}/trips/${trip.id}`;
    try {
      for (const setting of SETTINGS) {
        const page = await openPage(browser, setting, sessionCookie(owner.token, baseUrl));
        rows.push(...(await measure(page, { path, setting, edits })));
        await page.context().close();
      }
    } finally {
      await edits.stop();
    }
    return rows;
  } finally {
    await browser.close();
    await screen.stop();
  }
}

/** Creates a trip with two full weeks, decisions and lists. */
async function crowdedTrip(baseUrl: string, owner: Person, friend: Person): Promise<TripDto> {
  const as = { baseUrl, token: owner.token };
  const { id: tripId } = await fullTrip(as, [friend]);
  const params = { tripId };
  await call(stopsApi.create, { params, body: { dayId: null, name: "Arashiyama" } }, as);
  const items = Array.from({ length: 20 }, (_, n) => ({ list: "packing" as const, text: `Thing ${n + 1}` }));
  await call(itemsApi.createMany, { params, body: { items } }, as);
  return (await call(tripsApi.get, { params }, as)).data;
}

type Cookie = ReturnType<typeof sessionCookie>;

async function openPage(browser: Browser, { device }: Setting, cookie: Cookie): Promise<Page> {
  const context = await browser.newContext({ ...DEVICES[device], locale: "en-US" });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addCookies([cookie]);
  const page = await context.newPage();
  await page.addInitScript(noteInteractions);
  await page.addInitScript(noteDrawing);
  return page;
}

interface Measured {
  path: string;
  setting: Setting;
  edits: Edits;
}

async function measure(page: Page, { path, setting, edits }: Measured): Promise<Row[]> {
  const { name, slowdown, hasFloor } = setting;
  const cdp = await page.context().newCDPSession(page);
  // The measured time is the thread's CPU time, so that other load of the machine does not count.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const before = await pressOnNothing(page);
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  const watching = await costOfWatching(page, cdp, edits);
  const screen = new TripScreen(page);
  for (let round = 0; round < ROUNDS; round++) await useEverything(screen, round);
  const all = await interactions(page);
  tellSlowest(name, all);
  const idle = [...before, ...(await pressOnNothing(page))];
  const durations = all.map(({ duration }) => duration);
  return [
    {
      measure: `${name}: interaction to next paint of ${all.length} interactions`,
      value: interactionToNextPaint(durations),
      unit: "ms",
      ...(hasFloor && { floor: { at: "most", value: SLOWEST_MS, of: "value" } }),
    },
    { measure: `${name}: median interaction`, value: median(durations), unit: "ms" },
    {
      measure: `${name}: press on a page that does nothing, slowest of ${idle.length}`,
      value: Math.max(...idle.map(({ duration }) => duration)),
      unit: "ms",
    },
    { measure: `${name}: main thread for each edit that one only sees`, value: watching.ms, unit: "ms" },
    { measure: `${name}: components drawn for each of them`, value: watching.drawn, unit: "" },
  ];
}

/** Measures the machine's own time for a click at present, which is part of every measured value of the page. */
async function pressOnNothing(page: Page): Promise<Interaction[]> {
  await page.goto("data:text/html,<!doctype html><title>Nothing</title><button>Press</button>");
  for (let press = 0; press < IDLE_PRESSES; press++) await page.getByRole("button").click();
  return interactions(page);
}

/** Measures the page's work for each edit of the other person while nobody uses the page. */
async function costOfWatching(
  page: Page,
  cdp: CDPSession,
  edits: Edits,
): Promise<{ ms: number; drawn: number }> {
  await page.evaluate(() => (window.noted.drawn = 0));
  const [busy, made] = [await taskSeconds(cdp), edits.made];
  await sleep(WATCHING_MS);
  const seen = edits.made - made;
  const ms = ((await taskSeconds(cdp)) - busy) * (1000 / seen);
  const drawn = await page.evaluate(() => {
    const { drawn: count } = window.noted;
    window.noted.drawn = null;
    return count ?? 0;
  });
  if (seen === 0 || drawn === 0) throw new Error(`Of ${seen} edits the page has drawn nothing.`);
  return { ms, drawn: drawn / seen };
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

/** Returns all interactions, including those that were too fast to be reported. */
async function interactions(page: Page): Promise<Interaction[]> {
  const { told, count } = await page.evaluate(async () => {
    // The browser reports an event after its effects are painted.
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return { told: [...window.noted.interactions.values()], count: performance.interactionCount };
  });
  const fast = Array.from({ length: Math.max(0, count - told.length) }, () => ({ ...FAST }));
  return [...told, ...fast];
}

/** Returns the value that web-vitals reports: the slowest interaction, ignoring one of every fifty. */
function interactionToNextPaint(durations: readonly number[]): number {
  const slowest = durations.toSorted((a, b) => b - a);
  return slowest[Math.floor(slowest.length / 50)] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function tellSlowest(name: string, all: readonly Interaction[]): void {
  console.log(`${name}: the slowest of ${all.length} interactions`);
  for (const one of all.toSorted((a, b) => b.duration - a.duration).slice(0, TOLD)) {
    const [duration, delay, handling] = [one.duration, one.delay, one.handling].map(Math.round);
    console.log(`  ${duration} ms, ${delay} until it began, ${handling} at work: ${one.of}`);
  }
}
