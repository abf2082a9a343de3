import { type BrowserContext, expect, test } from "@playwright/test";
import { complaintsOf } from "./complaints.ts";
import { DEVICES } from "./devices.ts";
import { appUrl } from "./entering.ts";
import { MapScreen, middle } from "./map-screen.ts";
import { signUpHere } from "./signing-up.ts";
import { TripScreen } from "./trip-screen.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ ...DEVICES.desktop, baseURL: appUrl() });

/**
 * Blocks all requests of pages and their workers to hosts other than the service, and returns a list of these requests.
 */
async function cutOff(context: BrowserContext): Promise<string[]> {
  const { hostname } = new URL(appUrl());
  const wanted: string[] = [];
  await context.route(
    (url) => ![hostname, "127.0.0.1", "localhost"].includes(url.hostname),
    (route) => {
      wanted.push(route.request().url());
      return route.abort("internetdisconnected");
    },
  );
  return wanted;
}

const NAME = "a trip to 京都 is planned on a map with streets to look down, without any other network";
test(NAME, { tag: LONG_TAG }, async ({ page }) => {
  const wanted = await cutOff(page.context());
  const complaints = await complaintsOf(page);
  const screen = new TripScreen(page);
  const map = new MapScreen(page);
  const monday = screen.day("Mon 5 Apr");

  await test.step("the trip is made from a place", async () => {
    await page.goto("/sign-up");
    await signUpHere(page, "Ann Lee");
    await page.getByRole("button", { name: "New trip" }).click();
    await page.getByRole("combobox", { name: "Where to" }).pressSequentially("京都");
    await page.getByRole("option", { name: /^Kyoto 京都/ }).click();
    await screen.fillDates("2027-04-05", "2027-04-07");
    await page.getByRole("button", { name: "Create trip" }).click();
    await expect(page.getByRole("heading", { name: /Kyoto/, level: 1 })).toBeVisible();
    await map.settled();
  });

  await test.step("a stop is found by its name", async () => {
    await monday.getByRole("button", { name: /^Add a stop to/ }).click();
    const field = monday.getByRole("combobox", { name: "New stop" });
    await field.pressSequentially("9:00 uji");
    const uji = page.getByRole("option", { name: /^Uji/ }).first();
    await expect(uji).toContainText("Kyoto");
    await uji.click();
    await expect(screen.stop("Uji")).toBeVisible();
    await field.press("Escape");
    await expect(map.marker("1 Uji, Mon 5, 09:00")).toBeVisible();
  });

  await test.step("two more are pressed on the map", async () => {
    for (const [name, across, down] of [
      ["Tea house", 0.35, 0.35],
      ["Riverside", 0.4, 0.45],
    ] as const) {
      await map.settled();
      const box = await map.root.boundingBox();
      const spot = {
        x: (box?.x ?? 0) + (box?.width ?? 0) * across,
        y: (box?.y ?? 0) + (box?.height ?? 0) * down,
      };
      await page.mouse.click(spot.x, spot.y, { button: "right" });
      const asked = page.getByRole("dialog", { name: "Add a stop here" });
      await asked.getByLabel("Name").fill(name);
      await asked.getByLabel("Day").selectOption({ label: "Mon 5 Apr" });
      await asked.getByRole("button", { name: "Add", exact: true }).click();
      await expect(map.marker(name)).toBeVisible();
      const at = await middle(map.marker(name));
      expect(Math.hypot(at.x - spot.x, at.y - spot.y)).toBeLessThan(4);
    }
    await expect(screen.names(monday)).toHaveText([/Uji/, /Tea house/, /Riverside/]);
  });

  await test.step("the way between them is estimated", async () => {
    await expect(monday.getByText(/≈.*min|about.*min/).first()).toBeVisible();
  });

  await test.step("the street is looked down, photo and panorama", async () => {
    await screen.open("Tea house");
    const photos = screen.details.getByRole("region", { name: "Street photos", exact: true });
    await photos.scrollIntoViewIfNeeded();
    const first = photos.getByRole("listitem").getByRole("img").first();
    await expect(first).toBeVisible();
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
    await photos.getByRole("listitem").getByRole("button").filter({ hasText: "360°" }).first().click();
    await expect(page.locator("[data-turns] canvas")).toBeVisible();
    await expect(page.locator("[data-turns]")).toHaveAttribute("aria-busy", "false");
    await expect(page.getByRole("dialog").last()).toContainText("Mapillary");
    await page.keyboard.press("Escape");
  });

  expect(wanted).toEqual([]);
  expect(complaints).toEqual([]);
});
