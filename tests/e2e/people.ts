import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { v7 as uuidv7 } from "uuid";
import { codeFor } from "./service-log.ts";

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export const BASE_URL = process.env.APP_URL ?? "";

export interface Traveller {
  page: Page;
  context: BrowserContext;
  name: string;
  email: string;
}

/** A browser of its own for one person, signed out. */
export async function newTraveller(
  browser: Browser,
  name: string,
  device: "desktop" | "phone",
): Promise<Traveller> {
  const context = await browser.newContext({ ...(device === "phone" ? PHONE : DESKTOP), baseURL: BASE_URL });
  const page = await context.newPage();
  return { page, context, name, email: `${name.toLowerCase()}-${uuidv7()}@people.test` };
}

/** Fills in the sign-up form that is open and enters the code that the console shows. */
export async function signUp({ page, name, email }: Traveller): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("6-digit code")).toBeVisible();
  await page.getByLabel("6-digit code").fill(await codeFor(email));
}

/** A stop's row in the plan or in Ideas, by name. */
export function rowOf(page: Page, name: string) {
  return page.locator("li[data-stop]").filter({ has: page.locator("button[data-row]", { hasText: name }) });
}

/** The part of the plan for the n-th day. */
export function dayOf(page: Page, index: number) {
  return page.locator("section[data-day]").nth(index);
}

export async function namesOn(page: Page, index: number): Promise<string[]> {
  return dayOf(page, index).locator("button[data-row]").allInnerTexts();
}
