import { type BrowserContext, expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/database.ts";
import { newLivelyTrip } from "#tests/factories/sample-trip.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, enter } from "./entering.ts";

/*
 * A trip's document comes as a frame with a skeleton and, right behind it, the page that takes its place. React lets 300 ms
 * pass between the two where the first was painted, so that a skeleton costs more than it bridges.
 */

const SKELETON = "[aria-busy=true]";

test.use(DEVICES.phone);
test.afterAll(() => closeDatabases());

async function tripOf(context: BrowserContext): Promise<string> {
  return `/trips/${await newLivelyTrip(await enter(context, "Ann Lee"))}`;
}

test("a trip that is opened by its address is there with the first paint", async ({ page, context }) => {
  await page.goto(appUrl() + (await tripOf(context)));
  await expect(page.locator("[data-row]").first()).toBeVisible();

  const paints = await page.evaluate(() =>
    performance.getEntriesByType("paint").map(({ name, startTime }) => [name, startTime] as const),
  );
  const { "first-paint": first, "first-contentful-paint": withWords } = Object.fromEntries(paints);
  expect(first).toBeGreaterThan(0);
  expect(withWords).toBe(first);
});

test("coming from the list, its skeleton is there until it comes", async ({ page, context }) => {
  const path = await tripOf(context);
  await page.goto(`${appUrl()}/trips`);
  const link = page.locator(`a[href^="${path}"]`).first();
  await expect(link).toBeVisible();
  await page.waitForLoadState("networkidle");
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**${path}?_rsc=*`, async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });

  await link.click();
  await asked.promise;
  await expect(page.locator(SKELETON)).toBeVisible();

  answer.resolve();
  await expect(page.locator("[data-row]").first()).toBeVisible();
  await expect(page.locator(SKELETON)).toBeHidden();
});
