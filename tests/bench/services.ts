import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { pathOf } from "#lib/client/api.ts";
import { type OpenServiceName, OPEN_SERVICES } from "#lib/server/open-services/services.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import type { PlacesFrom } from "#lib/shared/places.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { type OpenWorld, startOpenWorld } from "#tests/doubles/open-world.ts";
import { findChromium } from "#tests/helpers/chromium.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { fullTrip } from "./fixture.ts";
import { median, quantile } from "./measuring.ts";
import { PRESSED, pressUntilUsable, USABLE, whenMarked } from "./page-weight.ts";
import type { Row } from "./report.ts";
import type { Findings } from "./scenario.ts";
import { startService } from "./service.ts";

/** Maps are drawn in software where there is no graphics card. */
const FLAGS = ["--disable-background-networking", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const SEARCHES = 40;
/** A person types no faster, and the service lets nobody search faster. */
const PAUSE_MS = 60;
const SERVICE_MS = 200;
const MOST = { embeddedMs: 50, addedMs: 100, mapMs: 1500, hangingRatio: 1.3 };
const VISITS = 3;

interface Scene {
  world: OpenWorld;
  browser: Browser;
  url: string;
  token: string;
  trip: TripDto;
}

/** The open services at their best, and each of them hanging. */
export async function measureServices(): Promise<Findings> {
  const world = await startOpenWorld();
  const service = await startService({ OPEN_SERVICES: "on", OPEN_SERVICES_URL: world.url });
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  try {
    const { url } = service.app;
    const { token } = await newPerson();
    const scene = { world, browser, url, token, trip: await fullTrip({ baseUrl: url, token }) };
    return { rows: [...(await suggestions(scene)), ...(await pages(scene))] };
  } finally {
    await browser.close();
    await service.stop();
    await world.stop();
  }
}

async function suggestions(scene: Scene): Promise<Row[]> {
  const embedded = await timeSearches(scene, "embedded");
  scene.world.delayMs = SERVICE_MS;
  const merged = await timeSearches(scene, "all");
  scene.world.delayMs = 0;
  const name = "suggestions while one types";
  return [
    atMost(`${name}, embedded list, p95`, quantile(embedded, 0.95), MOST.embeddedMs),
    atMost(
      `${name}, merged list, beyond what the map search takes, p95`,
      quantile(merged, 0.95) - SERVICE_MS,
      MOST.addedMs,
    ),
  ];
}

/** Milliseconds of each, over HTTP, for texts that nobody has searched for. */
async function timeSearches({ url, token, trip }: Scene, from: PlacesFrom): Promise<number[]> {
  const times: number[] = [];
  const headers = { authorization: `Bearer ${token}` };
  for (let search = 0; search < SEARCHES; search++) {
    const query = { q: `Kiyomizu ${from} ${search}`, from };
    const path = pathOf(placesApi.searchForTrip, { params: { tripId: trip.id }, query });
    const since = performance.now();
    const answer = await fetch(`${url}${path}`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`A search was answered with ${answer.status}.`);
    times.push(performance.now() - since);
    await pause(PAUSE_MS);
  }
  return times;
}

async function pages(scene: Scene): Promise<Row[]> {
  const whole: Visit[] = [];
  // The first one compiles and warms what all others find warm.
  await visit(scene);
  for (let time = 0; time < VISITS; time++) whole.push(await visit(scene, "with map"));
  const usableMs = median(whole.map((each) => each.usableMs));
  let worst = { name: "", ms: 0 };
  for (const name of Object.keys(OPEN_SERVICES) as OpenServiceName[]) {
    scene.world.troubles.set(name, "slow");
    const ms = Math.min((await visit(scene)).usableMs, (await visit(scene)).usableMs);
    scene.world.troubles.delete(name);
    if (ms > worst.ms) worst = { name, ms };
  }
  return [
    atMost(
      "trip page, streets drawn after the plan is usable",
      median(whole.map((each) => each.mapMs)),
      MOST.mapMs,
    ),
    {
      measure: `trip page, until the plan is usable while an open service hangs; the worst of them, ${worst.name}`,
      value: worst.ms,
      unit: "ms",
      yardstick: "of all in order",
      ratio: worst.ms / usableMs,
      floor: { at: "most", value: MOST.hangingRatio, of: "ratio" },
    },
  ];
}

interface Visit {
  usableMs: number;
  /** After that. */
  mapMs: number;
}

/** In a browser that has never seen the page. */
async function visit({ browser, url, token, trip }: Scene, ...[what]: ["with map"?]): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([sessionCookie(token, url)]);
  const page = await context.newPage();
  await page.addInitScript(pressUntilUsable, PRESSED);
  await page.addInitScript(markStreets, "streets");
  const start = Date.now();
  await page.goto(`${url}/trips/${trip.id}`, { waitUntil: "commit" });
  const usableAt = await page.waitForFunction(whenMarked, USABLE).then((found) => found.jsonValue());
  const drawnAt = what
    ? await page.waitForFunction(whenMarked, "streets").then((found) => found.jsonValue())
    : usableAt;
  await context.close();
  return { usableMs: usableAt - start, mapMs: Math.max(0, drawnAt - usableAt) };
}

/** In the page: when the map has come to rest with streets on it, where the grid of the embedded map is gone. */
function markStreets(mark: string): void {
  function look(): void {
    const isDrawn = document.querySelector("[data-map-state=idle] canvas") !== null;
    if (isDrawn && !document.querySelector("[data-grid]")) performance.mark(mark);
    else requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}

function atMost(measure: string, value: number, most: number): Row {
  return { measure, value, unit: "ms", floor: { at: "most", value: most, of: "value" } };
}
