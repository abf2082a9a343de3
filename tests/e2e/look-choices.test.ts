// @long: choices of units that are refused
import { type BrowserContext, expect, type Route, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, signInNewPerson } from "./entering.ts";

const REFUSAL = { code: "FORBIDDEN", message: "You may not do this.", requestId: "r1" };

let context: BrowserContext;

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
});

test.afterEach(() => context.close());
test.afterAll(closeDatabases);

test("of two units chosen in a row and both refused, what is kept stays", async () => {
  await signInNewPerson(context, "Ann Lee");
  const page = await context.newPage();
  const held: Route[] = [];
  await page.goto("/account");
  const distances = page.getByRole("radiogroup", { name: "Distances" });
  const kilometres = distances.getByRole("radio", { name: "Kilometres" });
  const kept = page.waitForResponse((response) => response.request().method() === "PATCH");
  await distances.getByRole("radio", { name: "Miles" }).check();
  await kept;
  const keptAgain = page.waitForResponse((response) => response.request().method() === "PATCH");
  await kilometres.check();
  await keptAgain;
  await page.route("**/api/users/me/preferences", (route) =>
    route.request().method() === "PATCH" ? void held.push(route) : route.fallback(),
  );
  await distances.getByRole("radio", { name: "Miles" }).check();
  await kilometres.check();
  await expect.poll(() => held.length).toBe(2);
  const readAgain = page.waitForResponse(
    (response) => response.url().endsWith("/users/me/preferences") && response.request().method() === "GET",
  );
  for (const route of held) await route.fulfill({ status: 403, json: REFUSAL });
  await readAgain;
  await expect(
    page.getByText("Something went wrong on our side. Try again in a moment.").first(),
  ).toBeVisible();
  await expect(kilometres).toBeChecked();
  await page.reload();
  await expect(kilometres).toBeChecked();
});
