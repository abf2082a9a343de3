import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { call, type CallOptions, pathOf } from "#lib/client/base/api.ts";
import { type OpenServiceName, OPEN_SERVICES } from "#lib/server/open-services/services.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { STREETS_DRAWN_MARK } from "#app/trips/[tripId]/_map/street-source.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { PlaceSource } from "#lib/shared/places.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { type AllOpenServices, startAllOpenServices } from "#tests/doubles/all-open-services.ts";
import { type AppPerson, signUp } from "#tests/helpers/app-client.ts";
import { findChromium } from "#tests/helpers/chromium.ts";
import { median, quantile } from "./measuring.ts";
import { PRESS_OPTIONS, pressUntilUsable, USABLE_MARK, markTimeMs } from "./page-weight.ts";
import type { Row } from "./report.ts";
import type { Findings } from "./scenario.ts";
import { startService } from "./service.ts";

/**
 * The flags of Chromium. Without a graphics card, maps are drawn in software, as a user's browser does by itself. The
 * page around the maps is not: `--use-angle=swiftshader` would force that and double the load on the processors.
 */
const FLAGS = ["--disable-background-networking", "--enable-unsafe-swiftshader"];
const SEARCHES = 40;
/** The pause between searches; a person types no faster, and the rate limit allows no more. */
const PAUSE_MS = 60;
const SERVICE_MS = 200;
const MOST = { embeddedMs: 50, addedMs: 100, mapMs: 1500, hangingRatio: 1.3 };
const VISITS = 7;
const [DAYS, STOPS_A_DAY] = [7, 6];

interface Scene {
  world: AllOpenServices;
  browser: Browser;
  url: string;
  token: string;
  /** The state of a browser that is signed in and has loaded nothing else. */
  state: Awaited<ReturnType<BrowserContext["storageState"]>>;
  trip: TripDto;
}

/** Measures pages with open services that answer, and with each of them hanging. */
export async function measureServices(): Promise<Findings> {
  const world = await startAllOpenServices();
  const service = await startService({ OPEN_SERVICES: "on", OPEN_SERVICES_URL: world.url });
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  try {
    const { url } = service.app;
    const person = await signUp(service.app);
    const { token } = person;
    const state = await signedIn(browser, url, person);
    const scene = { world, browser, url, token, state, trip: await newTrip({ baseUrl: url, token }) };
    return { rows: [...(await suggestions(scene)), ...(await pages(scene))] };
  } finally {
    await browser.close();
    await service.stop();
    await world.stop();
  }
}

async function signedIn(
  browser: Browser,
  url: string,
  { email, password }: AppPerson,
): Promise<Scene["state"]> {
  const context = await browser.newContext();
  const headers = { origin: url };
  await context.request.post(`${url}/api/auth/sign-in/email`, { data: { email, password }, headers });
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Creates a trip that is near enough for a weather forecast, with as many stops as a week has. */
async function newTrip(owner: CallOptions): Promise<TripDto> {
  const startDate = addDays(new Date().toISOString().slice(0, 10), 3);
  const body = { title: "Kyoto", startDate, endDate: addDays(startDate, DAYS - 1), currency: "EUR" };
  const { data: trip } = await call(tripsApi.create, { body }, owner);
  for (const [day, { id: dayId }] of trip.days.entries()) {
    for (let stop = 0; stop < STOPS_A_DAY; stop++) {
      const place = { lat: 35 + day / 100, lng: 135.75 + stop / 100 };
      const fields = { dayId, name: `Stop ${day + 1}.${stop + 1}`, place };
      await call(stopsApi.create, { params: { tripId: trip.id }, body: fields }, owner);
    }
  }
  return trip;
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

/** Returns the milliseconds of each search over HTTP, for texts that have not been searched before. */
async function timeSearches({ url, token, trip }: Scene, from: PlaceSource): Promise<number[]> {
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
  // The first visit warms compilers and caches up, and is not measured.
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
  /** The time until the map is drawn, after `usableMs`. */
  mapMs: number;
}

/** Opens the trip in a browser that has never loaded the page. */
async function visit({ browser, url, state, trip }: Scene, ...[what]: ["with map"?]): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: state });
  const page = await context.newPage();
  await page.addInitScript(pressUntilUsable, PRESS_OPTIONS);
  const start = Date.now();
  await page.goto(`${url}/trips/${trip.id}`, { waitUntil: "commit" });
  const usableAt = await page.waitForFunction(markTimeMs, USABLE_MARK).then((found) => found.jsonValue());
  const drawnAt = what
    ? await page.waitForFunction(markTimeMs, STREETS_DRAWN_MARK).then((found) => found.jsonValue())
    : usableAt;
  await context.close();
  return { usableMs: usableAt - start, mapMs: Math.max(0, drawnAt - usableAt) };
}

function atMost(measure: string, value: number, most: number): Row {
  return { measure, value, unit: "ms", floor: { at: "most", value: most, of: "value" } };
}
