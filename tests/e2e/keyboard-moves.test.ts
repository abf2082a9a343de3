import { expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/database.ts";
import { DEVICES } from "./devices.ts";
import { moveByKeyboard } from "./dragging.ts";
import { appUrl, as, enter } from "./entering.ts";
import { holdFrames } from "./held-frames.ts";
import { kansaiTrip } from "./map-trip.ts";
import { TripScreen } from "./trip-screen.ts";

test.use({ ...DEVICES.desktop, baseURL: appUrl() });
test.afterAll(closeDatabases);

test("stops move as fast as one types: the one put down leaves the focus to the next", async ({ page }) => {
  const ann = await enter(page.context(), "Ann Lee");
  const trip = await kansaiTrip(as(ann));
  await page.goto(`/trips/${trip.id}`);
  const screen = new TripScreen(page);
  const [monday, tuesday] = [screen.day("Mon 5 Apr"), screen.day("Tue 6 Apr")];
  await expect(screen.names(tuesday)).toHaveCount(2);

  const draw = await holdFrames(page);
  await moveByKeyboard(screen, "Kiyomizu-dera", "ArrowDown");
  await screen.stop("Nishiki Market").focus();
  await page.keyboard.press("Space");
  await draw();
  await expect(screen.stop("Nishiki Market")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");

  await expect(screen.names(monday)).toHaveText(["Kennin-ji", "Kiyomizu-dera"]);
  await expect(screen.names(tuesday)).toContainText(["Nishiki Market"]);
  await expect(screen.stop("Nishiki Market")).toBeFocused();
});
