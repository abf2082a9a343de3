// @long: a map that stays where it is while data comes
import { expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { moveByKeyboard } from "./dragging.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { MapScreen } from "./map-screen.ts";
import { kansaiTrip } from "./map-trip.ts";
import { TripScreen } from "./trip-screen.ts";

test.use({ ...DEVICES.desktop, baseURL: appUrl(), contextOptions: { reducedMotion: "reduce" } });
test.afterAll(closeDatabases);

test("the map says where else its stops are, and goes to one without flying", async ({ page }) => {
  const ann = await signInNewPerson(page.context(), "Ann Lee");
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
  // The marker has at most three positions: the old one, the new one, and one aside for the drawer.
  expect(await places.evaluate(({ size }) => size)).toBeLessThanOrEqual(3);
});

test("a stop without a place moves, and the map is drawn again only where it comes between two that have one", async ({
  page,
}) => {
  const ann = await signInNewPerson(page.context(), "Ann Lee");
  const trip = await kansaiTrip(as(ann));
  await page.goto(`/trips/${trip.id}`);
  const map = new MapScreen(page);
  await map.settled();
  const screen = new TripScreen(page);
  const day = screen.day("Mon 5 Apr");
  for (const name of ["Lunch somewhere", "Tea somewhere"]) {
    await screen.add(day, name);
    await expect(screen.names(day).last()).toHaveText(name);
    await expect(screen.row(name)).toContainText("Not on the map");
    await expect(screen.row(name).getByText(/^\d+$/)).toHaveCSS("border-top-style", "dashed");
  }
  const placed = screen.row("Kiyomizu-dera");
  await expect(placed).not.toContainText("Not on the map");
  await expect(placed.getByText(/^\d+$/)).not.toHaveCSS("border-top-style", "dashed");
  const line = map.root.locator("[data-route]:not([data-quiet])").last();
  await expect(line).toHaveAttribute("d", /^M/);

  const written = await line.evaluateHandle((path) => {
    const count = { times: 0 };
    const watcher = new MutationObserver((records) => (count.times += records.length));
    watcher.observe(path.closest("svg") ?? path, { attributes: true, childList: true, subtree: true });
    return count;
  });
  await moveByKeyboard(screen, "Tea somewhere", "ArrowUp");
  await expect(screen.names(day).last()).toHaveText("Lunch somewhere");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await written.evaluate(({ times }) => times)).toBe(0);

  // The stop without a place is now between two stops with a place, so the route between them is unknown.
  await moveByKeyboard(screen, "Tea somewhere", "ArrowUp");
  await expect.poll(() => written.evaluate(({ times }) => times)).toBeGreaterThan(0);
});
