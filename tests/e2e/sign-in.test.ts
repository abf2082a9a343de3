import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { newOpenIdPerson } from "#tests/doubles/openid-provider.ts";
import { newQrPerson } from "#tests/doubles/qr-provider.ts";
import { type AppPerson, signUp } from "#tests/helpers/app-client.ts";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import { ownAddress } from "./addresses.ts";
import { DEVICES } from "./devices.ts";
import {
  nextMailedSecret,
  newInvite,
  type SignInService,
  signUpWithTwoFactor,
  startSignInService,
} from "./sign-in-service.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

test.describe.configure({ timeout: 120_000 });

const REFUSED = "You did not finish signing in there. Try again, or use your e-mail.";

let service: SignInService;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  service = await startSignInService();
});
test.afterAll(() => service.stop());

function browse(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    ...DEVICES.phone,
    baseURL: service.app.url,
    extraHTTPHeaders: ownAddress(),
  });
}

test.beforeEach(async ({ browser }) => {
  context = await browse(browser);
  page = await context.newPage();
});
test.afterEach(() => context.close());

async function signInHere({ email, password }: Pick<AppPerson, "email" | "password">): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

function atTrips(): Promise<void> {
  return expect(page.getByRole("heading", { name: "Trips", level: 1 })).toBeVisible();
}

test("an invite goes on after a sign-in at a provider", async () => {
  const invite = await newInvite(await signUp(service.app), "Lisbon with Mei");
  service.openId.signInAs(newOpenIdPerson());
  await page.goto(invite);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Continue with Harbor ID" }).click();
  await page.waitForURL(`**${invite}`);
  await page.getByRole("button", { name: "Join the trip" }).click();
  await expect(page.getByRole("heading", { name: /Lisbon with Mei/, level: 1 })).toBeVisible();
});

test("a scanned code signs in, from the page for new people too", { tag: LONG_TAG }, async () => {
  service.qr.signInAs(newQrPerson());
  await page.goto("/sign-up");
  await page.getByRole("button", { name: "Continue with Lantern" }).click();
  await atTrips();
});

test("who refuses at the provider reads so once, and has lost nothing", { tag: LONG_TAG }, async () => {
  const invite = await newInvite(await signUp(service.app), "Porto");
  service.openId.signInAs(null);
  service.qr.signInAs(null);
  for (const name of ["Harbor ID", "Lantern"]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(invite)}`);
    await page.getByRole("button", { name: `Continue with ${name}` }).click();
    await expect(page.getByText(REFUSED)).toBeVisible();
    await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(invite)}`);
    await expect(page.getByText("Porto")).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in to join" })).toBeVisible();
  await expect(page.getByText(REFUSED)).toBeHidden();
});

test("what an address says is never shown", { tag: LONG_TAG }, async () => {
  await page.goto("/sign-in?error=Call+us&error_description=0900");
  await expect(page.getByText("Signing in there did not work.")).toBeVisible();
  await expect(page.getByText(/Call us|0900/)).toBeHidden();
});

test("a provider without a connection says so, and the form is still there", { tag: LONG_TAG }, async () => {
  // Without this cookie, the page reloads once it learns the reader's time zone.
  await context.addCookies([{ name: "tz", value: "Europe%2FLisbon", url: service.app.url }]);
  await page.goto("/sign-in");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Continue with Harbor ID" }).click();
  await expect(page.getByText(/^No connection\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Lantern" })).toBeEnabled();
});

test("a mailed code signs in, and an address without an account is told the same", async () => {
  const { email } = await signUp(service.app);
  const sent = (address: string) =>
    page.getByText(`If there is an account for ${address}, we sent it 6 digits.`);
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "E-mail me a code instead" }).click();
  await expect(page.getByText("Enter your e-mail address.")).toBeVisible();

  const stranger = uniqueEmail();
  await page.getByLabel("E-mail", { exact: true }).fill(stranger);
  await page.getByRole("button", { name: "E-mail me a code instead" }).click();
  await expect(sent(stranger)).toBeVisible();
  await page.getByLabel("6-digit code").fill("123456");
  await expect(
    page.getByText("This code does not match or no longer works. Check the newest mail, or send a new one."),
  ).toBeVisible();

  await page.getByRole("link", { name: "Change address" }).click();
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(stranger);
  const from = service.app.log().length;
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByRole("button", { name: "E-mail me a code instead" }).click();
  await expect(sent(email)).toBeVisible();
  await page.getByLabel("6-digit code").fill(await nextMailedSecret(service.app, email, from));
  await atTrips();
});

test("what was filled in before the page's code came counts", { tag: LONG_TAG }, async () => {
  const person = await signUpWithTwoFactor(service.app);
  const { letCodeCome } = await holdCode(page);
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("E-mail", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await letCodeCome();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Enter your second code" })).toBeVisible();

  const again = await holdCode(page);
  await page.reload({ waitUntil: "commit" });
  await page.getByLabel("6-digit code").fill(person.code());
  await again.letCodeCome();
  await page.getByRole("button", { name: "Verify" }).click();
  await atTrips();
});

/**
 * Holds back the page's code until the test releases it, as on a slow device, where fields are shown before the code
 * runs.
 */
async function holdCode(held: Page): Promise<{ letCodeCome: () => Promise<void> }> {
  const code = "**/_next/static/**/*.js*";
  const gate = Promise.withResolvers<void>();
  await held.route(code, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return {
    letCodeCome: async () => {
      gate.resolve();
      await held.waitForLoadState("load");
      await held.unroute(code);
    },
  };
}

test("a trusted device is asked for the second code once", { tag: LONG_TAG }, async () => {
  const person = await signUpWithTwoFactor(service.app);
  await page.goto("/sign-in");
  await signInHere(person);
  await expect(page.getByRole("heading", { name: "Enter your second code" })).toBeVisible();
  await page.getByLabel("6-digit code").fill("000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText(/^This code does not match\. The app shows/)).toBeVisible();
  await page.getByLabel("Trust this device for 30 days").check();
  await page.getByLabel("6-digit code").fill(person.code());
  await page.getByRole("button", { name: "Verify" }).click();
  await atTrips();

  await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: service.app.url } });
  await page.goto("/sign-in");
  await signInHere(person);
  await atTrips();
});

test("the second code stands between a provider and the invite; a backup code does as well", async () => {
  const invite = await newInvite(await signUp(service.app), "Faro");
  const person = await signUpWithTwoFactor(service.app);
  service.openId.signInAs(newOpenIdPerson({ email: person.email }));
  await page.goto(`/sign-in?next=${encodeURIComponent(invite)}`);
  await page.getByRole("button", { name: "Continue with Harbor ID" }).click();
  await expect(page).toHaveURL(`/two-factor?next=${encodeURIComponent(invite)}`);
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(person.backupCodes[0] ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL(`**${invite}`);
  await expect(page.getByRole("button", { name: "Join the trip" })).toBeVisible();
});

test("a second step that nobody began leads back, with the place to go", { tag: LONG_TAG }, async () => {
  await page.goto("/two-factor?next=%2Ftrips%2F1");
  await page.getByLabel("6-digit code").fill("123456");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("link", { name: "Sign in again" }).click();
  await expect(page).toHaveURL("/sign-in?next=%2Ftrips%2F1");
});

test(
  "a mailed link sets a new password once, and leaves the address at once",
  { tag: LONG_TAG },
  async () => {
    const { email } = await signUp(service.app);
    const from = service.app.log().length;
    await page.request.post("/api/auth/request-password-reset", {
      data: { email },
      headers: { origin: service.app.url },
    });
    const link = await nextMailedSecret(service.app, email, from);
    await page.goto(link);
    await expect(page).toHaveURL("/reset-password");
    await page.getByLabel("New password", { exact: true }).fill("a better password");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Your new password is set. Sign in with it.")).toBeVisible();
    await expect(page).toHaveURL("/sign-in");
    await signInHere({ email, password: "a better password" });
    await atTrips();

    await page.goto(link);
    await expect(page.getByText(/^This link is too old, or it was used before\./)).toBeVisible();
    await expect(page).toHaveURL("/reset-password");
  },
);

test(
  "a browser that was led to the end of the app's sign-in is asked, and goes on to the app when it agrees",
  { tag: LONG_TAG },
  async () => {
    const person = await signUp(service.app);
    await page.goto("/sign-in");
    await signInHere(person);
    await atTrips();
    const answers: string[] = [];
    // The test's browser cannot open an app's address, so the test reads the redirect instead of following it.
    await page.route("**/api/mobile-auth/oauth/confirm", async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      answers.push(response.headers().location ?? `${response.status()}`);
      await route.fulfill({ body: "back in the app" });
    });
    for (const button of ["Cancel", "Continue"]) {
      await page.goto("/api/mobile-auth/oauth/complete");
      await page.waitForURL("**/mobile-sign-in");
      await expect(
        page.getByRole("heading", { name: "Sign in to the Wayfare app as Ann Lee?" }),
      ).toBeVisible();
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByText("back in the app")).toBeVisible();
    }
    expect(answers).toEqual([
      "app://auth/callback?error=access_denied",
      expect.stringMatching(/^app:\/\/auth\/callback\?code=[\w-]{43}$/),
    ]);
  },
);
