// @long: the page of licences
import { globSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, expect, test } from "@playwright/test";
import * as z from "zod";
import { closeDatabases } from "#lib/server/process/database.ts";
import { SHIPPED_PATHS } from "#lib/shared/shipped-packages.ts";
import { wholeLoad } from "#tests/helpers/first-load.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, signInNewPerson } from "./entering.ts";

const ROOT = join(import.meta.dirname, "../..");
const Shipped = z.array(z.object({ name: z.string(), version: z.string(), license: z.string() }));
/** Licences that require only their notice. */
const GIVEN = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|CC0-1\.0|\(MIT OR Apache-2\.0\))$/;

/** The name of a package that has no code of its own; it re-exports the packages `@radix-ui/…`. */
const NAMES_ONLY = "radix-ui";

let context: BrowserContext;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
});

test.afterAll(async () => {
  await context.close();
  await closeDatabases();
});

/** Returns the packages that the pages' code imports by name. */
function importedPackages(): string[] {
  const pages = globSync("app/**/page.tsx", { cwd: ROOT });
  const names = pages.flatMap((page) => Array.from(wholeLoad(page).keys()));
  const packages = names.flatMap((name) => /^(?:@[\w-]+\/)?[a-z][\w.-]*(?=\/|$)/.exec(name)?.[0] ?? []);
  return [...new Set(packages)].filter(
    (name) => !/^(app|lib|db|party|instrumentation-client\.ts)$/.test(name),
  );
}

test("the build tells of every package that the pages' code imports, with a licence that asks for its notice only", async ({
  request,
}) => {
  const shipped = Shipped.parse(await (await request.get(appUrl() + SHIPPED_PATHS.list)).json());
  const imported = importedPackages();
  expect(imported).toContain("maplibre-gl");
  const isTold = (name: string) => shipped.some((one) => one.name === name);
  expect(imported.filter((name) => !isTold(name) && name !== NAMES_ONLY)).toEqual([]);
  expect(shipped.filter(({ license }) => !GIVEN.test(license))).toEqual([]);
  const texts = await (await request.get(appUrl() + SHIPPED_PATHS.texts)).text();
  expect(texts).toContain("MapLibre contributors");
});

test("a visitor finds whose data and code this is, from the landing page on", async () => {
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("link", { name: "Licences" }).click();
  await expect(page.getByRole("heading", { name: "Licences", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "GeoNames" })).toHaveAttribute(
    "href",
    "https://www.geonames.org/",
  );
  await expect(page.getByRole("link", { name: "CC BY 4.0" })).toBeVisible();
  // The service under test has street photos, but no routing server and no place search.
  await expect(page.getByRole("link", { name: "Mapillary" })).toBeVisible();
  await expect(page.getByRole("link", { name: "OpenStreetMap" })).toHaveCount(0);
  await expect(page.getByText(/^maplibre-gl /)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("whoever is signed in finds it in the account's menu, in their language", async () => {
  await signInNewPerson(context, "Ann Lee");
  await context.addCookies([{ name: "lang", value: "zh", url: appUrl() }]);
  const page = await context.newPage();
  await page.goto("/trips");
  await page.locator("header button").last().click();
  await page.getByRole("menuitem", { name: "许可声明" }).click();
  await expect(page.getByRole("heading", { name: "许可声明", level: 1 })).toBeVisible();
  await expect(page.getByText(/^maplibre-gl /)).toBeVisible();
});
