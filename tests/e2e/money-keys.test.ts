// @long: a telephone's keys in the amount
import { expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { pauseDrawing } from "./held-frames.ts";
import { form } from "./money-screen.ts";
import { openMoneyTrip } from "./money-trip.ts";

test.afterAll(closeDatabases);

test("a telephone's keys go in where one types, also when it draws late", async ({ browser }) => {
  const trip = await openMoneyTrip(browser);
  await trip.ben.getByRole("button", { name: "Add expense" }).click();
  const sheet = form(trip.ben);
  const amount = sheet.getByLabel("Amount");
  const key = (sign: string) => sheet.getByRole("button", { name: sign, exact: true });
  await amount.fill("12");
  await amount.press("ArrowLeft");

  const draw = await pauseDrawing(trip.ben);
  await key("×").tap();
  await trip.ben.keyboard.type("3");
  await draw();
  await trip.ben.keyboard.type("4");
  await expect(amount).toHaveValue("1×342");
  await expect(sheet.getByText("= €342")).toBeVisible();

  await amount.press("Home");
  await key("−").tap();
  await trip.ben.keyboard.type("2");
  await expect(sheet.getByLabel("Amount that came back")).toHaveValue("−21×342");
  await trip.close();
});
