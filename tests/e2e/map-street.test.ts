// @long: street photos beside the map
import { expect, type Locator, type Page, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, signInNewPerson } from "./entering.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { MapScreen } from "./map-screen.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ ...DEVICES.desktop, baseURL: appUrl(), reducedMotion: "reduce" });
test.afterAll(closeDatabases);

let lived: LivedInTrip;

test.beforeEach(async ({ browser, page }) => {
  const elsewhere = await browser.newContext();
  lived = await livedInTrip(
    await signInNewPerson(page.context(), "Ann Lee"),
    await signInNewPerson(elsewhere, "Ben Okri"),
  );
  await elsewhere.close();
});

/** Returns the buttons of a stop's panoramic photos. */
async function panoramas(page: Page): Promise<Locator> {
  await page.goto(`/trips/${lived.trip.id}?stop=${lived.castleId}`);
  const photos = page.getByRole("region", { name: "Street photos", exact: true });
  await photos.scrollIntoViewIfNeeded();
  const found = photos.getByRole("listitem").getByRole("button").filter({ hasText: "360°" });
  await found.first().waitFor();
  return found;
}

function turning(page: Page): Locator {
  return page.locator("[data-turns]");
}

test("however many panoramas one opens, the map stays drawn", { tag: LONG_TAG }, async ({ page }) => {
  await keepContexts(page);
  const photo = (await panoramas(page)).first();
  const map = new MapScreen(page);
  await map.settled();
  const losses = await map.canvas.evaluateHandle((canvas) => {
    const seen: string[] = [];
    canvas.addEventListener("webglcontextlost", ({ type }) => seen.push(type));
    return seen;
  });
  const alive: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    await photo.click();
    await expect(turning(page)).toHaveAttribute("aria-busy", "false");
    await page.keyboard.press("Escape");
    await expect(turning(page)).toHaveCount(0);
    alive.push(await contextsAlive(page));
  }
  expect(await losses.jsonValue()).toEqual([]);
  expect(Math.max(...alive)).toBe(alive[0]);
});

declare global {
  // All drawing contexts that the page has created.
  var drawing: (WebGLRenderingContext | WebGL2RenderingContext)[];
}

/**
 * Keeps references to the contexts, so that they are not garbage-collected. A context is lost only when the page
 * releases it or the browser takes it away.
 */
async function keepContexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.drawing = [];
    const { prototype } = HTMLCanvasElement;
    prototype.getContext = new Proxy(Reflect.get(prototype, "getContext"), {
      apply(original, canvas, asked) {
        const context: unknown = Reflect.apply(original, canvas, asked);
        const isDrawn = context instanceof WebGLRenderingContext || context instanceof WebGL2RenderingContext;
        if (isDrawn && !drawing.includes(context)) drawing.push(context);
        return context;
      },
    });
  });
}

function contextsAlive(page: Page): Promise<number> {
  return page.evaluate(() => drawing.filter((context) => !context.isContextLost()).length);
}

test("a panorama that did not come is asked for again", async ({ page }) => {
  const photo = (await panoramas(page)).first();
  await page.route("**/street-view/images/*/preview", (route) => route.abort());
  await photo.click();
  const failed = page.getByRole("alert").filter({ hasText: "The photo could not be loaded." });
  await expect(failed).toBeVisible();
  await expect(turning(page)).toHaveCount(0);
  await expect(page.getByText("This browser can’t turn panoramas")).toBeHidden();
  await page.unroute("**/street-view/images/*/preview");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(turning(page)).toHaveAttribute("aria-busy", "false");
  await expect(failed).toHaveCount(0);
});
