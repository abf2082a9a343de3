// @long: code of a former version that is not there any more
import { expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";

test.afterAll(() => closeDatabases());

const CODE = "**/_next/static/**";
const PANELS = ["Money", "Lists", "Ideas & decisions", "Activity", "Bookings"];

/** Opens a trip's page and holds back all further code until the test decides whether it loads. */
async function openTrip(page: Page): Promise<{ answer: (how: "gone" | "cut" | "come") => Promise<void> }> {
  const owner = await signInNewPerson(page.context(), "Ann Lee");
  const { data: trip } = await call(tripsApi.create, { body: { title: "Kyoto" } }, as(owner));
  await page.goto(`${appUrl()}/trips/${trip.id}`);
  await expect(page).toHaveTitle(/Kyoto/);
  return {
    async answer(how) {
      await page.unroute(CODE);
      if (how === "gone") await page.route(CODE, (route) => route.fulfill({ status: 404, body: "" }));
      if (how === "cut") await page.route(CODE, (route) => route.abort());
    },
  };
}

/** Stops the page from fetching code ahead when the browser is idle. */
async function stopAhead(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

test("after a new version went live every panel and dialog says so, and offers to load it", async ({
  page,
}) => {
  await stopAhead(page);
  const code = await openTrip(page);
  await code.answer("gone");
  const panel = page.getByRole("main").getByRole("alert");
  for (const name of PANELS) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await expect(panel.getByText("There is a new version.", { exact: false }), name).toBeVisible();
    await expect(panel.getByRole("button", { name: "Load it" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Load it" }).last()).toBeVisible();

  await code.answer("come");
  await panel.getByRole("button", { name: "Load it" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
});

test("code that does not come for a moment comes by itself, or when one asks again", async ({ page }) => {
  await stopAhead(page);
  const code = await openTrip(page);
  await code.answer("cut");
  await page.getByRole("link", { name: "Lists", exact: true }).first().click();
  const panel = page.getByRole("main").getByRole("alert");
  await expect(panel.getByText("could not be loaded", { exact: false })).toBeVisible();
  await code.answer("come");
  await expect(panel).toBeHidden({ timeout: 15_000 });
  await expect(page.getByRole("main")).toContainText(/list/i);

  await code.answer("cut");
  await page.getByRole("button", { name: "Share" }).click();
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await code.answer("come");
  await again.click();
  await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
});
