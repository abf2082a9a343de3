import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { accounts, users } from "#db/schema/auth.ts";
import { hashPassword } from "#lib/server/auth/password.ts";
import { closeDatabases, freshDatabase } from "#lib/server/process/database.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import type { Person } from "#tests/factories/people.ts";
import { totp } from "#tests/helpers/totp.ts";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import { signInOnIphone } from "./other-device.ts";
import { appUrl, signInNewPerson } from "./entering.ts";
import { PASSWORD, printedCode } from "./signing-up.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

/** The smallest limit on a request's body among the platforms where the service runs. */
const PLATFORM_BYTES = 4_500_000;

let context: BrowserContext;
let page: Page;
let ann: Person;

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: appUrl() });
  ann = await signInNewPerson(context, "Ann Lee");
  page = await context.newPage();
});

test.afterEach(() => context.close());
test.afterAll(closeDatabases);

/** Returns a section of the account page. */
function part(name: string) {
  return page.getByRole("region", { name, exact: true });
}

function dialog() {
  return page.getByRole("dialog");
}

async function givePassword(): Promise<void> {
  const { userId } = ann;
  const password = await hashPassword(PASSWORD);
  await freshDatabase()
    .drizzle.insert(accounts)
    .values({ id: uuidv7(), userId, accountId: userId, providerId: "credential", password });
}

async function isSignedIn(token: string): Promise<boolean> {
  const { status } = await fetch(`${appUrl()}/api/trips`, { headers: { authorization: `Bearer ${token}` } });
  return status === 200;
}

test("whoever is signed out signs in first and comes back", { tag: LONG_TAG }, async () => {
  await context.clearCookies();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/);
});

test("a new name saves itself and stands in the header", async () => {
  await page.goto("/trips");
  await page.getByRole("button", { name: "Account of Ann Lee" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  const name = part("Profile").getByLabel("Name");
  await name.fill("  ");
  await name.press("Enter");
  await expect(part("Profile").getByRole("alert")).toHaveText(
    /^Enter a name of 1 to 64 visible characters, /,
  );
  await name.fill("Ann Larsen");
  await name.press("Enter");
  await expect(part("Profile").getByText("Saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Account of Ann Larsen" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("button", { name: "Account of Ann Larsen" })).toBeVisible();
});

test(
  "a large photo is cut to a small square before it leaves; removing it can be undone",
  { tag: LONG_TAG },
  async () => {
    await page.goto("/account");
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const photo = sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#000", noise } });
    const buffer = await photo.jpeg({ quality: 95 }).toBuffer();
    expect(buffer.length).toBeGreaterThan(avatarApi.upload.upload.maxBytes);
    const answered = page.waitForResponse("**/api/users/avatar");
    await part("Profile")
      .locator("input[type=file]")
      .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
    const { requestBodySize } = await (await answered).request().sizes();
    expect(requestBodySize).toBeLessThan(PLATFORM_BYTES);
    const face = page.getByRole("button", { name: "Account of Ann Lee" }).locator("span");
    await expect(face).toHaveCSS("background-image", /\/api\/uploads\/avatars\//);
    await part("Profile").getByRole("button", { name: "Remove" }).click();
    await expect(face).toHaveCSS("background-image", "none");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(face).toHaveCSS("background-image", /\/api\/uploads\/avatars\//);
  },
);

test("an address changes once both inboxes have agreed", { tag: LONG_TAG }, async () => {
  const email = uniqueEmail();
  await page.goto("/account");
  await part("E-mail").getByRole("button", { name: "Change" }).click();
  await dialog().getByLabel("New e-mail").fill(email);
  await dialog().getByRole("button", { name: "Continue" }).click();
  await expect(dialog().getByText("Step 2 of 3")).toBeVisible();
  await dialog()
    .getByLabel("6-digit code")
    .fill(await printedCode(ann.email));
  await expect(dialog().getByText("Step 3 of 3")).toBeVisible();
  await dialog().getByLabel("6-digit code").fill("000000");
  await expect(
    dialog().getByText(
      "This code does not match or no longer works. Check the newest mail, or send a new one.",
    ),
  ).toBeVisible();
  await dialog()
    .getByLabel("6-digit code")
    .fill(await printedCode(email));
  await expect(dialog()).toBeHidden();
  await expect(part("E-mail").getByText(email)).toBeVisible();
  await page.reload();
  await expect(part("E-mail").getByText(email)).toBeVisible();
});

test(
  "who came without an address adds one, then a password, and signs in with both",
  { tag: LONG_TAG },
  async () => {
    const { drizzle } = freshDatabase();
    const nowhere = { email: `${ann.userId}@mini-program.invalid`, emailVerified: false };
    await drizzle.update(users).set(nowhere).where(eq(users.id, ann.userId));
    const email = uniqueEmail();
    await page.goto("/account");
    await page.getByRole("button", { name: "Account of Ann Lee" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expect(page.getByText(nowhere.email)).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(part("Password").getByText("Add an e-mail first")).toBeVisible();
    await part("E-mail").getByRole("button", { name: "Add an e-mail" }).click();
    await dialog().getByLabel("New e-mail").fill(email);
    await dialog().getByRole("button", { name: "Continue" }).click();
    await dialog()
      .getByLabel("6-digit code")
      .fill(await printedCode(email));
    await expect(part("E-mail").getByText("Verified")).toBeVisible();

    await part("Password").getByRole("button", { name: "Set a password" }).click();
    await dialog().getByRole("button", { name: "Send the code" }).click();
    const code = dialog().getByLabel("6-digit code");
    await code.fill(await printedCode(email, "forget-password"));
    await dialog().getByLabel("New password", { exact: true }).fill(PASSWORD);
    await dialog().getByRole("button", { name: "Set a password" }).click();
    await page.waitForURL(/\/sign-in\?next=%2Faccount/);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(part("Password").getByText("You have a password")).toBeVisible();
  },
);

test("a new password signs in, and signs other devices out", { tag: LONG_TAG }, async ({ browser }) => {
  await givePassword();
  const elsewhere = await signInOnIphone(ann);
  await page.goto("/account");
  await part("Password").getByRole("button", { name: "Change" }).click();
  await dialog().getByLabel("Current password", { exact: true }).fill("not this one");
  await dialog().getByLabel("New password", { exact: true }).fill("a longer new password");
  await dialog().getByRole("button", { name: "Change password" }).click();
  await expect(dialog().getByText("This is not your password.")).toBeVisible();
  await dialog().getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await dialog().getByRole("button", { name: "Change password" }).click();
  await expect(dialog()).toBeHidden();
  await expect(part("Devices").getByRole("listitem")).toHaveCount(1);
  expect(await isSignedIn(elsewhere)).toBe(false);

  const other = await browser.newContext({ baseURL: appUrl() });
  const there = await other.newPage();
  await there.goto("/sign-in?next=/account");
  await there.getByLabel("E-mail").fill(ann.email);
  await there.getByLabel("Password", { exact: true }).fill("a longer new password");
  await there.getByRole("button", { name: "Sign in" }).click();
  await expect(there.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  await other.close();
});

test("two-factor sign-in: the shown key, the backup codes this once, and off again", async () => {
  await givePassword();
  await page.goto("/account");
  await part("Two-factor sign-in").getByRole("button", { name: "Turn on" }).click();
  await dialog().getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog().getByRole("button", { name: "Continue" }).click();
  await expect(dialog().getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const key = await dialog()
    .getByText(/^([A-Z2-7]{1,4} ?)+$/)
    .innerText();
  const uri = `otpauth://totp/Wayfare?secret=${key.replaceAll(" ", "")}`;
  await expect(dialog().getByRole("link", { name: "Open in an app on this device" })).toHaveAttribute(
    "href",
    new RegExp(key.replaceAll(" ", "")),
  );
  await dialog().getByLabel("Code from the app").fill(totp(uri));
  await expect(dialog().getByRole("list", { name: "Backup codes" }).getByRole("listitem")).toHaveCount(10);
  const download = page.waitForEvent("download");
  await dialog().getByRole("button", { name: "Download" }).click();
  const saved = await readFile(await (await download).path(), "utf8");
  expect(saved).toContain("Wayfare backup codes of Ann Lee.");
  await dialog().getByRole("button", { name: "I saved them" }).click();
  await expect(part("Two-factor sign-in").getByText("On", { exact: true })).toBeVisible();

  await part("Two-factor sign-in").getByRole("button", { name: "New backup codes" }).click();
  await dialog().getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog().getByRole("button", { name: "Make new codes" }).click();
  const first = await dialog().getByRole("listitem").first().innerText();
  expect(saved).not.toContain(first);
  await dialog().getByRole("button", { name: "I saved them" }).click();

  await part("Two-factor sign-in").getByRole("button", { name: "Turn off" }).click();
  await dialog().getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog().getByRole("button", { name: "Turn off" }).click();
  await expect(part("Two-factor sign-in").getByText("Off", { exact: true })).toBeVisible();
});

test("another device is named and signed out, a linked provider is unlinked", { tag: LONG_TAG }, async () => {
  const elsewhere = await signInOnIphone(ann);
  await givePassword();
  await freshDatabase()
    .drizzle.insert(accounts)
    .values({ id: uuidv7(), userId: ann.userId, accountId: uuidv7(), providerId: "mini-program" });
  await page.goto("/account");
  // The page must not contain a token with which somebody could sign in.
  expect(await page.content()).not.toContain(elsewhere);
  await part("Devices").getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(part("Devices").getByRole("listitem")).toHaveCount(1);
  await expect.poll(() => isSignedIn(elsewhere)).toBe(false);
  await expect(part("Devices").getByText("This device")).toBeVisible();

  // A double click counts as one press, so it does not confirm the removal.
  await part("Ways to sign in").getByRole("button", { name: "Remove Mini-program" }).dblclick();
  await part("Ways to sign in").getByRole("button", { name: "Press again to remove" }).click();
  await expect(part("Ways to sign in").getByText("Mini-program")).toBeHidden();
  await expect(page.getByText("Mini-program is no longer linked")).toBeVisible();
  await page.reload();
  await expect(part("Ways to sign in").getByText("Mini-program")).toBeHidden();
});

test(
  "the longest address and a whole IPv6 address stay in their column on a phone",
  { tag: LONG_TAG },
  async () => {
    const [local, label] = ["m".repeat(64), "a".repeat(60)];
    const email = `${local}@${label}.${label}.${label}.${ann.userId.slice(-5)}`;
    await freshDatabase().drizzle.update(users).set({ email }).where(eq(users.id, ann.userId));
    await signInOnIphone(ann);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/account");
    await expect(part("E-mail").getByText(email)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await part("E-mail").getByRole("button", { name: "Change" }).click();
    const { width = 0 } = (await dialog().getByText("We check both inboxes").boundingBox()) ?? {};
    expect(width).toBeLessThan(390);
  },
);

test("everything is exported, then deleted for good", async () => {
  await givePassword();
  await page.goto("/account");
  const download = page.waitForEvent("download");
  await part("Your data").getByRole("button", { name: "Export" }).click();
  const file: unknown = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(file).toMatchObject({ format: "wayfare-export", profile: { name: "Ann Lee", email: ann.email } });

  await part("Your data").getByRole("button", { name: "Delete account" }).click();
  await dialog().getByLabel("Your password", { exact: true }).fill("not this one");
  await dialog().getByRole("button", { name: "Delete for good" }).click();
  await expect(dialog().getByText("Type exactly “delete”.")).toBeVisible();
  await dialog().getByLabel("Type “delete” to confirm").fill("delete");
  await dialog().getByRole("button", { name: "Delete for good" }).click();
  await expect(dialog().getByText("This is not your password.")).toBeVisible();
  await dialog().getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog().getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(`${appUrl()}/`);
  expect(await isSignedIn(ann.token)).toBe(false);
});
