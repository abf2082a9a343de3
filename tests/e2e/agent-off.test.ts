// @long: a service without a model; integration/agent-off has the refusals
import { expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { kansaiTrip } from "./map-trip.ts";

test.afterAll(() => closeDatabases());

test("a service without a model has no way to an agent, and no word of one", async ({ browser }) => {
  const context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  const ann = await signInNewPerson(context, "Ann Lee");
  const trip = await kansaiTrip(as(ann));
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/trips/${trip.id}?agent=1`);
  await page.locator("[data-row]").first().click();
  const details = page.getByRole("dialog");
  await expect(details.getByLabel("Write a comment")).toBeVisible();
  await expect(details.getByRole("tab")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.locator("main").focus();
  await page.keyboard.press("a");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search and commands" }).fill("agent");
  await expect(page.getByRole("option", { name: /agent/i })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /agent/i })).toHaveCount(0);
  expect(await page.locator("body").innerText()).not.toMatch(/\bagent\b/i);
  expect(asked.filter((path) => path.includes("/agent/"))).toEqual([]);
  await context.close();
});
