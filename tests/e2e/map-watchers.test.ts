// @long: what others look at on the map
import { expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { MapScreen } from "./map-screen.ts";
import { kansaiTrip, letIn } from "./map-trip.ts";

test.use({ ...DEVICES.desktop, baseURL: appUrl() });
test.afterAll(closeDatabases);

test("a marker says who else has its stop open, for as long as they do", async ({ page, browser }) => {
  const ann = await signInNewPerson(page.context(), "Ann Lee");
  const trip = await kansaiTrip(as(ann));
  // The friends' pages are those of phones, which show the plan first, so no second map is drawn.
  const friends = await Promise.all(
    ["Ben Okri", "Cara Diaz", "陈思远"].map(async (name) => {
      const context = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
      await letIn(trip, as(ann), as(await signInNewPerson(context, name)), "editor");
      return context.newPage();
    }),
  );
  await page.goto(`/trips/${trip.id}`);
  const map = new MapScreen(page);
  const ring = map.root.locator("[data-watched]");
  await expect(map.marker("2 Kennin-ji, Mon 5")).toBeVisible({ timeout: 40_000 });
  await expect(ring).toHaveCount(0);
  // While the page streams in, it contains its rows twice, and only one of each is visible.
  const open = (screen: typeof page, stop: string) =>
    screen.locator("[data-row]", { hasText: stop }).filter({ visible: true }).click();
  const [ben, cara, chen] = friends;
  if (!ben || !cara || !chen) throw new Error("Three friends were asked for.");

  await test.step("one", async () => {
    await ben.goto(`/trips/${trip.id}`);
    await open(ben, "Kennin-ji");
    await expect(map.marker("2 Kennin-ji, Mon 5, Ben is looking at this")).toBeVisible();
    await expect(ring).toHaveCount(1);
    await expect(ring.getByText("B", { exact: true })).toBeVisible();
  });
  await test.step("three: two initials and a number", async () => {
    for (const friend of [cara, chen]) {
      await friend.goto(`/trips/${trip.id}`);
      await open(friend, "Kennin-ji");
    }
    await expect(map.marker("Kennin-ji")).toHaveAccessibleName(
      /^2 Kennin-ji, Mon 5, .+, .+ and .+ are looking at this$/,
    );
    await expect(ring.locator("[aria-hidden]").last()).toHaveText(/^..\+1$/u);
  });
  await test.step("one goes on to another stop, the others away", async () => {
    await ben.goto(`/trips/${trip.id}`);
    await open(ben, "Osaka Castle");
    await expect(map.marker("1 Osaka Castle, Tue 6, Ben is looking at this")).toBeAttached();
    await Promise.all([cara, chen].map((friend) => friend.context().close()));
    await expect(map.marker("Kennin-ji")).toHaveAccessibleName("2 Kennin-ji, Mon 5");
  });
  await ben.context().close();
});
