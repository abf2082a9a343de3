import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import * as z from "zod";
import { closeDatabases, freshDatabase } from "#lib/server/database.ts";
import { appUrl, enter } from "./entering.ts";

const Line = z.looseObject({ reference: z.string().optional(), msg: z.string(), err: z.unknown() });

test.afterAll(() => closeDatabases());

test("a page that broke says so, has a reference that the log has too, and comes back when loaded again", async ({
  page,
  context,
}) => {
  const { token } = await enter(context, "Ann Lee");
  const headers = { authorization: `Bearer ${token}` };
  const made = await context.request.post(`${appUrl()}/api/trips`, { headers, data: { title: "Kyoto" } });
  const { id, timezone } = z.object({ id: z.string(), timezone: z.string() }).parse(await made.json());
  const setZone = (zone: string) =>
    freshDatabase().pool.query("update trips set timezone = $1 where id = $2", [zone, id]);

  // No such zone can be set; it stands for whatever a page may break at.
  await setZone("Nowhere/Zone");
  await page.goto(`${appUrl()}/trips/${id}`);
  await expect(page.getByRole("heading", { name: "This page broke" })).toBeVisible();
  await expect(page.getByText("Nothing is lost")).toBeVisible();
  const reference = (await page.getByRole("main").locator("code").textContent()) ?? "";
  expect(reference).toMatch(/^\w{4,}$/);
  const lines = readFileSync(process.env.APP_LOG ?? "", "utf8")
    .split("\n")
    .filter((line) => line.includes(`"reference":"${reference}"`))
    .map((line) => Line.parse(JSON.parse(line)));
  expect(lines[0]).toMatchObject({ msg: "a page failed", err: { name: "RangeError" } });

  await setZone(timezone);
  await page.getByRole("button", { name: "Load again" }).click();
  await expect(page).toHaveTitle(/Kyoto/);
  await expect(page.getByRole("heading", { name: "This page broke" })).toBeHidden();
});
