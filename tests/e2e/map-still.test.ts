import { expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, enter } from "./entering.ts";
import { MapScreen } from "./map-screen.ts";
import { kansaiTrip } from "./map-trip.ts";

test.use({ ...DEVICES.desktop, baseURL: appUrl(), contextOptions: { reducedMotion: "reduce" } });
test.afterAll(closeDatabases);

test("the map says where else its stops are, and goes to one without flying", async ({ page }) => {
  const ann = await enter(page.context(), "Ann Lee");
  const trip = await kansaiTrip(as(ann));
  await page.goto(`/trips/${trip.id}`);
  const map = new MapScreen(page);
  await map.settled();
  await expect(
    page.getByRole("region", { name: "Map of the trip. The plan lists the same stops." }),
  ).toBeVisible();

  const places = await map.root
    .locator("[data-marker]")
    .last()
    .evaluateHandle((marker) => {
      const seen = new Set<string>();
      const look = () => {
        const { x, y } = marker.getBoundingClientRect();
        seen.add(`${x},${y}`);
        requestAnimationFrame(look);
      };
      look();
      return seen;
    });
  await page.locator("[data-row]", { hasText: "Osaka Castle" }).click();
  await expect(map.marker("Osaka Castle")).toHaveAttribute("aria-current", "true");
  await map.settled();
  await expect(map.marker("Osaka Castle")).toBeInViewport();
  // Where it was, where it is, and at most one step aside for the drawer.
  expect(await places.evaluate(({ size }) => size)).toBeLessThanOrEqual(3);
});
