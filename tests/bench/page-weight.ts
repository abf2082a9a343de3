import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type CDPSession, type Page } from "@playwright/test";
import { findChromium } from "#tests/helpers/chromium.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import type { Fixture } from "./fixture.ts";
import type { Row } from "./report.ts";

const ROOT = join(import.meta.dirname, "../..");
const VISITS = 3;
const MOST_KB = 260;
/**
 * The maximum time until the page is loaded completely: the map, which starts after the plan, and the code of other
 * views, which is fetched last.
 */
const WHOLE_MS = 60_000;
const QUIET_MS = 3000;
/** The mark that {@link pressUntilUsable} sets. */
export const USABLE_MARK = "usable";

interface Script {
  url: string;
  /** The size over the network, compressed and with headers. */
  bytes: number;
  askedAt: number;
}

/** Measures what the page of the measured trip loads in a browser that has never loaded it. */
export async function measurePageWeight(baseUrl: string, fixture: Fixture): Promise<Row[]> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ executablePath, args: ["--disable-background-networking"] });
  try {
    const visits: Visit[] = [];
    for (let visit = 0; visit < VISITS; visit++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([sessionCookie(fixture.reader.token, baseUrl)]);
      visits.push(await weigh(await context.newPage(), `${baseUrl}/trips/${fixture.measured.id}`));
      await context.close();
    }
    return rowsOf(visits);
  } finally {
    await browser.close();
  }
}

interface Visit {
  usableMs: number;
  beforeKb: number;
  restKb: number;
  mapKb: number;
}

async function weigh(page: Page, url: string): Promise<Visit> {
  const scripts = await watchScripts(await page.context().newCDPSession(page));
  await page.addInitScript(pressUntilUsable, PRESS_OPTIONS);
  const start = Date.now();
  await page.goto(url, { waitUntil: "commit" });
  const usableAt = await page.waitForFunction(markTimeMs, USABLE_MARK).then((found) => found.jsonValue());
  const usableMs = usableAt - start;
  await untilWhole(scripts);
  const [map, plan] = [scripts().filter(isOfMap), scripts().filter((script) => !isOfMap(script))];
  return {
    usableMs,
    beforeKb: kilobytes(plan.filter(({ askedAt }) => askedAt <= usableAt)),
    restKb: kilobytes(plan.filter(({ askedAt }) => askedAt > usableAt)),
    mapKb: kilobytes(map),
  };
}

/** Waits until the map's scripts are loaded and no further script is requested. */
async function untilWhole(scripts: () => readonly Script[]): Promise<void> {
  const giveUpAt = performance.now() + WHOLE_MS;
  let [known, quietSince] = [0, performance.now()];
  while (performance.now() - quietSince < QUIET_MS || !scripts().some(isOfMap)) {
    if (performance.now() > giveUpAt) {
      throw new Error(`The map's scripts, or an end of scripts, did not come within ${WHOLE_MS / 1000} s`);
    }
    await sleep(100);
    if (scripts().length !== known) [known, quietSince] = [scripts().length, performance.now()];
  }
}

export const PRESS_OPTIONS = { button: 'button[aria-label^="Add a stop to"]', mark: USABLE_MARK };

/**
 * This function runs in the page. It clicks a day's button to add a stop in every frame until the field opens, because
 * then the whole plan reacts to input.
 */
export function pressUntilUsable({ button, mark }: { button: string; mark: string }): void {
  function press(): void {
    if (document.querySelector("section[data-day] input")) {
      performance.mark(mark);
      return;
    }
    document.querySelector<HTMLElement>(button)?.click();
    requestAnimationFrame(press);
  }
  requestAnimationFrame(press);
}

/** Returns the time of the mark in milliseconds since the epoch; 0 while it is not set. */
export function markTimeMs(mark: string): number {
  const [entry] = performance.getEntriesByName(mark);
  return entry ? performance.timeOrigin + entry.startTime : 0;
}

async function watchScripts(session: CDPSession): Promise<() => Script[]> {
  const open = new Map<string, { url: string; askedAt: number }>();
  const scripts: Script[] = [];
  session.on("Network.requestWillBeSent", ({ requestId, request, wallTime }) => {
    if (/\.js(\?|$)/.test(request.url)) open.set(requestId, { url: request.url, askedAt: wallTime * 1000 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const script = open.get(requestId);
    if (script) scripts.push({ ...script, bytes: encodedDataLength });
  });
  await session.send("Network.enable");
  return () => scripts;
}

/** The map's chunks contain the name of the library that draws it. */
function isOfMap({ url }: Script): boolean {
  const file = decodeURIComponent(new URL(url).pathname).replace("/_next/static/", "");
  return readFileSync(join(ROOT, ".next/static", file), "utf8").includes("maplibregl");
}

function kilobytes(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

function rowsOf(visits: readonly Visit[]): Row[] {
  const worst = (pick: (visit: Visit) => number) => Math.max(...visits.map(pick));
  return [
    {
      measure: "trip page, JavaScript until the plan is usable",
      value: worst(({ beforeKb }) => beforeKb),
      unit: "kB",
      floor: { at: "most", value: MOST_KB, of: "value" },
    },
    {
      measure: "trip page, JavaScript after that, without the map",
      value: worst(({ restKb }) => restKb),
      unit: "kB",
    },
    { measure: "trip page, the map's JavaScript", value: worst(({ mapKb }) => mapKb), unit: "kB" },
    {
      measure: "trip page, until the plan is usable",
      value: worst(({ usableMs }) => usableMs),
      unit: "ms",
    },
  ];
}
