// @long: moving stops as fast as one types
import { expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { moveByKeyboard } from "./dragging.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { pauseDrawing } from "./held-frames.ts";
import { kansaiTrip } from "./map-trip.ts";
import { TripScreen } from "./trip-screen.ts";

test.use({ ...DEVICES.desktop, baseURL: appUrl() });
test.afterAll(closeDatabases);

test("stops move as fast as one types: the one put down leaves the focus to the next", async ({ page }) => {
  const ann = await signInNewPerson(page.context(), "Ann Lee");
  const trip = await kansaiTrip(as(ann));
  await page.goto(`/trips/${trip.id}`);
  const screen = new TripScreen(page);
  const [monday, tuesday] = [screen.day("Mon 5 Apr"), screen.day("Tue 6 Apr")];
  await expect(screen.names(tuesday)).toHaveCount(2);

  const draw = await pauseDrawing(page);
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

test("Ctrl+Z takes one's newest change back, also one from before a reload, and says when there is none", async ({
  page,
}) => {
  const ann = await signInNewPerson(page.context(), "Ann Lee");
  const trip = await kansaiTrip(as(ann));
  await page.goto(`/trips/${trip.id}`);
  const screen = new TripScreen(page);
  const monday = screen.day("Mon 5 Apr");
  const none = page.getByText("Nothing of yours to undo here.");
  await expect(async () => {
    await page.keyboard.press("Control+z");
    await expect(none).toBeVisible({ timeout: 500 });
  }).toPass();

  await screen.add(monday, "Tea house", "Noodles");
  await expect(screen.names(monday)).toHaveCount(5);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(screen.stop("Noodles")).toHaveCount(0);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.reload();
  const undo = page.getByRole("button", { name: "Undo my last change" });
  await expect(undo).toBeEnabled();
  await expect(screen.stop("Tea house")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(screen.stop("Tea house")).toHaveCount(0);
  await expect(screen.names(monday)).toHaveCount(3);
});
