// @long: street photos
import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, signInNewPerson } from "./entering.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { translatorOf } from "./messages.ts";

const SEARCH = "**/street-view/images?*";

let context: BrowserContext;
let lived: LivedInTrip;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl(), reducedMotion: "reduce" });
  const elsewhere = await browser.newContext();
  lived = await livedInTrip(
    await signInNewPerson(context, "Ann Lee"),
    await signInNewPerson(elsewhere, "Ben Okri"),
  );
  await elsewhere.close();
});

test.afterAll(async () => {
  await context.close();
  await closeDatabases();
});

async function openStop(page: Page, say = translatorOf("en")): Promise<Locator> {
  await page.goto(`/trips/${lived.trip.id}?stop=${lived.castleId}`);
  const photos = page.getByRole("region", { name: say("trip-street.title"), exact: true });
  await photos.scrollIntoViewIfNeeded();
  return photos;
}

function panorama(photos: Locator): Locator {
  return photos.getByRole("listitem").getByRole("button").filter({ hasText: "360°" }).first();
}

test("where a browser draws no panoramas, they lie flat, and that is said", async () => {
  const page = await context.newPage();
  await panorama(await openStop(page)).click();
  const viewer = page.getByRole("dialog", { name: /^Facing/ });
  await expect(viewer.getByRole("status").filter({ hasText: "can’t turn panoramas" })).toBeVisible();
  const photo = viewer.getByRole("img", { name: /360°/ });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.close();
});

test("what the search came to is said in a sentence, and the photos are not read out", async () => {
  const page = await context.newPage();
  await page.route(SEARCH, (route) => route.abort());
  const photos = await openStop(page);
  const said = photos.getByRole("status");
  await expect(said).toHaveText("Street photos could not be loaded.");
  const empty = { outcome: "empty", completeness: "complete", panoramaAvailable: false, images: [] };
  await page.route(SEARCH, (route) =>
    route.fulfill({ json: { ...empty, candidateCount: 0, resultCount: 0 } }),
  );
  await photos.getByRole("button", { name: "Try again" }).click();
  await expect(said).toHaveText("No street photos within 100 m.");
  await page.unroute(SEARCH);
  await photos.getByRole("button", { name: "Look within 1.0 km" }).click();
  await expect(said).toHaveText(/^\d+ photos within 1\.0 km\./);
  const photo = photos.getByRole("listitem").first();
  await expect(photo).toBeVisible();
  // Neither the photo nor a section around it is a live region.
  const live = "[aria-live], [role=status], [role=log], output";
  expect(await photo.evaluate((element, around) => element.closest(around)?.outerHTML, live)).toBeUndefined();
  await page.close();
});

for (const language of ["en", "zh"] as const) {
  test(`the narrowest phone shows all that is said of a photo, in ${language}`, async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 640 });
    await context.addCookies([{ name: "lang", value: language, url: appUrl() }]);
    await page.route(SEARCH, async (route) => {
      const answer = await (await route.fetch()).json();
      const far = { heading: 45, distanceMeters: 987, capturedAt: "2022-09-28T10:00:00.000Z" };
      const images = answer.images.map((image: object) => ({ ...image, ...far }));
      await route.fulfill({ json: { ...answer, images } });
    });
    const say = translatorOf(language);
    await panorama(await openStop(page, say)).click();
    const head = page.getByRole("dialog", { name: say("trip-street.facing.ne") }).locator("header");
    await expect(head).toContainText("990");
    await expect(head).toContainText("2022");
    const cut = await head.evaluate((element) =>
      [...element.querySelectorAll("h2, p")]
        .filter((line) => line.scrollWidth > line.clientWidth + 1 && line.clientWidth > 1)
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    await page.close();
  });
}
