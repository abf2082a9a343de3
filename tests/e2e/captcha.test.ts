// @long: the widget of a captcha; integration/captcha has the check
import { expect, type Page, test } from "@playwright/test";
import { startCaptchaVerifier } from "#tests/doubles/captcha-verifier.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import { type CaptchaScript, startCaptchaScript } from "./captcha-script.ts";
import { nextMailedSecret } from "./sign-in-service.ts";
import { PASSWORD } from "./signing-up.ts";

test.describe.configure({ timeout: 120_000 });

const SECRET = "secret-of-the-widget";

let app: App;
let script: CaptchaScript;
let verifier: Awaited<ReturnType<typeof startCaptchaVerifier>>;

test.beforeAll(async () => {
  verifier = await startCaptchaVerifier(SECRET);
  script = await startCaptchaScript(() => verifier.solve());
  app = await startApp({
    env: {
      CAPTCHA_PROVIDER: "captcha-widget",
      CAPTCHA_SECRET_KEY: SECRET,
      CAPTCHA_SITE_KEY: "site-key",
      CAPTCHA_VERIFY_URL: verifier.verifyUrl,
      CAPTCHA_SCRIPT_URL: script.scriptUrl,
    },
  });
});
test.afterEach(() => {
  script.block(false);
  verifier.trouble(null);
});
test.afterAll(async () => {
  await Promise.all([app.stop(), script.stop(), verifier.stop()]);
});

function captcha(page: Page) {
  return page.getByRole("button", { name: "I am a person" });
}

async function fillSignIn(page: Page): Promise<void> {
  await page.goto(`${app.url}/sign-in`);
  await page.getByLabel("E-mail", { exact: true }).fill(uniqueEmail());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
}

function send(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("signing up spends one answer, and the mailed code none", async ({ page }) => {
  const email = uniqueEmail();
  await page.goto(`${app.url}/sign-up`);
  await captcha(page).click();
  await page.getByLabel("Name").fill("Ann Lee");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("6-digit code").fill(await nextMailedSecret(app, email, 0));
  await expect(page.getByRole("heading", { name: "Trips", level: 1 })).toBeVisible();
});

test("each try needs an answer of its own, and says so", async ({ page }) => {
  await fillSignIn(page);
  await expect(captcha(page)).toBeVisible();
  await send(page);
  await expect(page.getByText(/^Confirm in the box that you are a person/)).toBeVisible();
  await captcha(page).click();
  await send(page);
  await expect(page.getByText("This e-mail and password do not match.")).toBeVisible();
  await expect(captcha(page)).toBeEnabled();
});

test("a verifier that does not answer loses nothing", async ({ page }) => {
  await fillSignIn(page);
  await captcha(page).click();
  verifier.trouble("error");
  await send(page);
  await expect(page.getByText(/^The check that you are a person does not answer\./)).toBeVisible();
  verifier.trouble(null);
  await captcha(page).click();
  await send(page);
  await expect(page.getByText("This e-mail and password do not match.")).toBeVisible();
});

test("a blocked script says what to do, moves nothing, and can be tried again", async ({ page }) => {
  script.block(true);
  await fillSignIn(page);
  await expect(page.getByText(/^The check that you are a person was blocked\./)).toBeVisible();
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  const before = await button.boundingBox();
  script.block(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(captcha(page)).toBeVisible();
  expect((await button.boundingBox())?.y).toBe(before?.y);
});
