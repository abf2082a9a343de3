// `npm run pictures` makes the README's pictures of a group that plans five days in Japan. People, dates and the time
// are the same in each run.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { closeDatabases } from "#lib/server/process/database.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newLivelyTrip } from "#tests/factories/sample-trip.ts";
import { startApp } from "#tests/helpers/app.ts";
import { useDatabaseOf } from "#tests/helpers/app-database.ts";
import { findChromium } from "#tests/helpers/chromium.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { type Device, DEVICES } from "./devices.ts";
import type { Language } from "./messages.ts";

const FOLDER = join(import.meta.dirname, "../../public/readme");
const FLAGS = ["--disable-background-networking", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const NOW = new Date("2027-03-20T10:00:00Z");
const FIRST_DAY = "2027-04-05";
const MOST_BYTES = 300_000;

interface Picture {
  name: string;
  device: Device;
  theme: "light" | "dark";
  language: Language;
  /** The name of the stop that another member has open. */
  watched?: string;
  reach: (page: Page) => Promise<unknown>;
}

const mapDrawn = (page: Page) => page.locator("[data-map-state=idle]").waitFor({ timeout: 60_000 });
const PICTURES: readonly Picture[] = [
  {
    name: "trip",
    device: "desktop",
    theme: "light",
    language: "en",
    watched: "Hanamikoji, Gion",
    reach: async (page) => {
      await mapDrawn(page);
      await page.locator("[data-row]", { hasText: "Sanjusangen-do" }).click();
      await page.getByRole("dialog").getByLabel("Write a comment").waitFor();
      await mapDrawn(page);
    },
  },
  { name: "trip-dark-zh", device: "desktop", theme: "dark", language: "zh", reach: mapDrawn },
];

async function open(
  browser: Browser,
  baseURL: string,
  person: Person,
  look: Picture,
): Promise<BrowserContext> {
  const { device, theme, language } = look;
  const context = await browser.newContext({
    ...DEVICES[device],
    deviceScaleFactor: 2,
    baseURL,
    locale: language === "zh" ? "zh-CN" : "en-GB",
    timezoneId: "Asia/Tokyo",
    reducedMotion: "reduce",
  });
  const chosen = { theme, lang: language, tz: "Asia/Tokyo" };
  const cookies = Object.entries(chosen).map(([name, value]) => ({ name, value, url: baseURL }));
  await context.addCookies([...cookies, sessionCookie(person.token, baseURL)]);
  await context.clock.setFixedTime(NOW);
  return context;
}

/** Returns a person with a fixed id, because the colour of a person's initial depends on the id. */
function groupMember(n: number, name: string): Promise<Person> {
  return newPerson({ name, id: `0198b000-0000-7000-8000-00000000000${n}` });
}

interface Group {
  baseURL: string;
  owner: Person;
  friends: readonly Person[];
  trips: Record<Language, string>;
}

async function shoot(browser: Browser, group: Group, picture: Picture): Promise<void> {
  const { baseURL, owner, friends, trips } = group;
  const path = `/trips/${trips[picture.language]}`;
  const contexts = [await open(browser, baseURL, owner, picture)];
  for (const friend of picture.device === "desktop" ? friends : []) {
    const context = await open(browser, baseURL, friend, { ...picture, device: "phone", theme: "light" });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(path);
    const { watched } = picture;
    if (watched && friend === friends[0]) await page.locator("[data-row]", { hasText: watched }).click();
  }
  const page = await contexts[0]?.newPage();
  await page?.goto(path);
  if (page) await picture.reach(page);
  await page?.waitForLoadState("networkidle");
  await page?.mouse.move(0, 0);
  const shot = await page?.screenshot({ animations: "disabled", caret: "hide", timeout: 120_000 });
  for (const context of contexts) await context.close();
  if (!shot) throw new Error(`${picture.name} was not taken.`);
  const file = join(FOLDER, `${picture.name}.webp`);
  const { size } = await sharp(shot).webp({ quality: 88, effort: 6, smartSubsample: true }).toFile(file);
  console.log(`${file} ${Math.round(size / 1000)} kB`);
  if (size > MOST_BYTES) throw new Error(`${file} is larger than ${MOST_BYTES} bytes.`);
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const only = process.argv.slice(2);
  const app = await startApp();
  useDatabaseOf(app);
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  try {
    const [owner, mika, jonas] = [
      await groupMember(1, "Aleksandra"),
      await groupMember(2, "Mika"),
      await groupMember(3, "Jonas"),
    ];
    const friends = [mika, jonas];
    const tripIn = (locale: Language) =>
      newLivelyTrip(owner, friends, { locale, startDate: FIRST_DAY, at: NOW });
    const trips = { en: await tripIn("en"), zh: await tripIn("zh") };
    const wanted = PICTURES.filter(({ name }) => only.length === 0 || only.includes(name));
    for (const picture of wanted) await shoot(browser, { baseURL: app.url, owner, friends, trips }, picture);
  } finally {
    await browser.close();
    await closeDatabases();
    await app.stop();
  }
}

await main();
