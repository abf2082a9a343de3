// `node tests/e2e/screenshots.ts [folder]` makes a picture of every page in both sizes, themes and languages.
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { startStreetImagery } from "#tests/doubles/street-imagery.ts";
import { startApp } from "#tests/helpers/app.ts";
import { findChromium } from "#tests/helpers/chromium.ts";
import { type Device, DEVICES } from "./devices.ts";
import { appUrl, signInNewPerson } from "./entering.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { STATES } from "./states.ts";
import { streetPhotoSettings } from "./street-photos.ts";
import { type Language, translatorOf } from "./messages.ts";

const FLAGS = ["--disable-background-networking", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

interface Look {
  device: Device;
  theme: "light" | "dark";
  language: Language;
}

const LOOKS: readonly Look[] = (["desktop", "phone"] as const).flatMap((device) =>
  (["light", "dark"] as const).flatMap((theme) =>
    (["en", "zh"] as const).map((language) => ({ device, theme, language })),
  ),
);

async function open(browser: Browser, { device, theme, language }: Look): Promise<BrowserContext> {
  const options = { ...DEVICES[device], baseURL: appUrl(), timezoneId: "Europe/Lisbon" };
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  const chosen = { theme, lang: language };
  await context.addCookies(Object.entries(chosen).map(([name, value]) => ({ name, value, url: appUrl() })));
  return context;
}

async function shoot(browser: Browser, look: Look, folder: string): Promise<void> {
  const { device, theme, language } = look;
  const [signedIn, signedOut] = [await open(browser, look), await open(browser, look)];
  const elsewhere = await browser.newContext();
  const owner = await signInNewPerson(signedIn, "Ann Lee");
  const lived: LivedInTrip = await livedInTrip(owner, await signInNewPerson(elsewhere, "Ben Okri"));
  for (const state of STATES.filter(({ only = device }) => only === device)) {
    const page = await (state.signedOut ? signedOut : signedIn).newPage();
    await page.goto(state.path(lived));
    await state.reach?.(page, translatorOf(language));
    await page.waitForLoadState("networkidle");
    const name = [state.name.replaceAll(/\W+/g, "-"), device, theme, language].join(".");
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
  for (const context of [signedIn, signedOut, elsewhere]) await context.close();
}

async function main(): Promise<void> {
  const folder = process.argv[2] ?? join(tmpdir(), "wayfare-screenshots");
  mkdirSync(folder, { recursive: true });
  const imagery = await startStreetImagery();
  const app = await startApp({ env: streetPhotoSettings(imagery) });
  Object.assign(process.env, { APP_URL: app.url, APP_LOG: app.logFile });
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  try {
    for (const look of LOOKS) {
      console.log(Object.values(look).join(" "));
      await shoot(browser, look, folder);
    }
    console.log(folder);
  } finally {
    await browser.close();
    await closeDatabases();
    await app.stop();
    await imagery.stop();
  }
}

await main();
