// @long: Escape and Enter of an input method in dialogs
import { expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { as } from "./entering.ts";
import { openPagePair, type PagePair } from "./pair.ts";

let pair: PagePair;
let suggest: () => Promise<void>;

test.beforeAll(async ({ browser }) => {
  pair = await openPagePair(browser, { endDate: "2027-04-06" }, async ({ trip, viewer }) => {
    const request = {
      params: { tripId: trip.id },
      body: { changes: [{ op: "stops.create" as const, input: { dayId: null, name: "Café" } }] },
    };
    suggest = async () => void (await call(suggestionsApi.create, request, as(viewer)));
  });
});

test.afterAll(async () => {
  await pair.close();
  await closeDatabases();
});

/** Starts composing a word with an input method in the focused field, and cancels it with Escape. */
async function giveUpWord(page: Page): Promise<void> {
  const keys = await page.context().newCDPSession(page);
  const word = "qing shui si";
  await keys.send("Input.imeSetComposition", { text: word, selectionStart: 12, selectionEnd: 12 });
  await page.evaluate(() => {
    window.addEventListener(
      "keydown",
      ({ isComposing }) => Object.assign(window, { wasComposing: isComposing }),
      { capture: true, once: true },
    );
  });
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => "wasComposing" in window && window.wasComposing)).toBe(true);
  await keys.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 });
  await keys.detach();
}

test("Escape that gives up a word of an input method leaves the dialog", async () => {
  const { page } = pair.ann;
  await pair.ann.show("Bookings");
  await page.getByRole("button", { name: "Add booking" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Lodging" }).click();
  const name = dialog.getByLabel("Name", { exact: true });
  await name.fill("Hotel ");
  await giveUpWord(page);
  await expect(name).toHaveValue("Hotel ");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("and the line of a name, which a plain Escape closes without its dialog", async () => {
  const { page } = pair.ann;
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add a name without an account" }).click();
  const name = dialog.getByLabel("Name", { exact: true });
  await name.fill("Aunt ");
  await giveUpWord(page);
  await expect(name).toHaveValue("Aunt ");
  await page.keyboard.press("Escape");
  await expect(name).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("and the word why a suggestion is dismissed", async () => {
  const { page } = pair.ann;
  await suggest();
  await page.getByRole("button", { name: "Suggestions, 1 open" }).click();
  const drawer = page.getByRole("dialog", { name: "Suggestions" });
  await drawer.getByRole("button", { name: "Dismiss" }).click();
  const why = drawer.getByLabel("A word why");
  await why.fill("Too far ");
  await giveUpWord(page);
  await expect(why).toHaveValue("Too far ");
  await page.keyboard.press("Escape");
  await expect(why).toBeHidden();
  await expect(drawer).toBeVisible();
});
