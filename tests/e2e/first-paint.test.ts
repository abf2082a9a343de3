import { type BrowserContext, expect, type Request, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { newLivelyTrip } from "#tests/factories/sample-trip.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, signInNewPerson } from "./entering.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

/*
 * A trip's document contains a frame with a skeleton and, right after it, the page that replaces it. If the browser has
 * painted the skeleton, React waits 300 ms before the replacement, so a skeleton would make the page appear later.
 */

const SKELETON = "[aria-busy=true]";

test.use(DEVICES.phone);
test.afterAll(() => closeDatabases());

/** Whether the request is one with which the router prefetches a page's frame. */
function isAhead(request: Request): boolean {
  return "next-router-prefetch" in request.headers();
}

async function tripOf(context: BrowserContext): Promise<string> {
  return `/trips/${await newLivelyTrip(await signInNewPerson(context, "Ann Lee"))}`;
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

test(
  "the page says where toasts stand without having all of it styled anew",
  { tag: LONG_TAG },
  async ({ page, context }) => {
    await page.addInitScript(() => {
      new MutationObserver((changes) => {
        const root = document.documentElement;
        if (changes.some(({ target }) => target === root)) root.dataset["styledAnew"] = "yes";
      }).observe(document, { subtree: true, attributeFilter: ["style"] });
    });
    await page.goto(appUrl() + (await tripOf(context)));
    await expect(page.locator("#toasts")).toHaveAttribute("style", /--toast-bottom: calc\(120px/);
    await expect(page.locator("html")).not.toHaveAttribute("data-styled-anew");
  },
);

test(
  "coming from the list, its skeleton is there until it comes",
  { tag: LONG_TAG },
  async ({ page, context }) => {
    const path = await tripOf(context);
    const answer = Promise.withResolvers<void>();
    await page.route(`**${path}?_rsc=*`, async (route) => {
      if (!isAhead(route.request())) await answer.promise;
      await route.continue();
    });
    // The list's page prefetches the skeleton some time after it is shown; a press before that shows no skeleton.
    await expect(async () => {
      await page.goto(`${appUrl()}/trips`);
      await page.waitForLoadState("networkidle");
      await page.locator(`a[href^="${path}"]`).first().click();
      await expect(page.locator(SKELETON)).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 40_000 });

    answer.resolve();
    await expect(page.locator("[data-row]").first()).toBeVisible();
    await expect(page.locator(SKELETON)).toBeHidden();
  },
);

test("whoever first comes from another zone reads in it, and the page stays as it was", async ({
  browser,
}) => {
  const context = await browser.newContext({ ...DEVICES.desktop, timezoneId: "Pacific/Kiritimati" });
  const path = await tripOf(context);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) asked.push(request.resourceType());
  });
  await page.goto(appUrl() + path);
  await page.locator("main").focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toBeVisible();
  const zoneToldTo = async () => (await context.cookies()).find(({ name }) => name === "tz")?.value;
  await expect.poll(zoneToldTo).toBe(encodeURIComponent("Pacific/Kiritimati"));
  await expect(keys).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Activity" }).click();
  const at = page.locator("time[title]").first();
  const { instant, said } = await at.evaluate((time) => ({
    instant: time.getAttribute("datetime") ?? "",
    said: time.getAttribute("title"),
  }));
  const there = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Pacific/Kiritimati" });
  expect(said).toContain(there.format(new Date(instant)));
  expect(asked).toEqual(["document"]);
  await context.close();
});
