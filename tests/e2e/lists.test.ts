import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { ItemPatch } from "#lib/shared/items.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { changesOf, listOf } from "./unsent-changes.ts";

// Two people use the packing list. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

let desktop: BrowserContext;
let phone: BrowserContext;
let ann: Page;
let ben: Page;
let friend: Person;
let tripId = "";

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  phone = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
  const owner = await signInNewPerson(desktop, "Ann Lee");
  friend = await signInNewPerson(phone, "Ben Okri");
  const { data: trip } = await call(tripsApi.create, { body: { title: "Lisbon" } }, as(owner));
  tripId = trip.id;
  const invite = { params: { tripId }, body: { role: "editor" as const } };
  const { data: link } = await call(invitesApi.create, invite, as(owner));
  await call(invitesApi.accept, { params: { token: link.token } }, as(friend));
  ann = await desktop.newPage();
  ben = await phone.newPage();
  await ann.goto(`/trips/${trip.id}`);
  await ben.goto(`/trips/${trip.id}`);
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

const box = (page: Page, text: string) => page.getByRole("checkbox", { name: text });
const words = (page: Page, text: string) => page.locator("[data-item]").getByText(text, { exact: true });
const shown = (page: Page) => page.locator("[data-item] label");

test("a list begins with a template, and both have it", async () => {
  await ann.getByRole("link", { name: "Lists" }).click();
  await ann.getByRole("button", { name: "Start with a template" }).click();
  await ann.getByRole("button", { name: /^City break/ }).click();
  await expect(ann.getByRole("dialog").getByText("Toothbrush and toothpaste")).toBeVisible();
  await ann.getByRole("button", { name: /^Add \d+ items/ }).click();
  await expect(ann.getByText("0 of 21")).toBeVisible();
  await ben.getByRole("navigation", { name: "Trip" }).getByRole("button", { name: "More" }).click();
  await ben.getByRole("menuitem", { name: "Lists" }).click();
  await expect(ben.getByText("0 of 21")).toBeVisible();
  await expect(ben.getByRole("heading", { name: "Documents and money" })).toBeVisible();
});

test("Enter adds one after the other, and a paste of lines all of them", async () => {
  const field = ann.getByRole("textbox", { name: "Add an item", exact: true });
  await field.fill("Corkscrew");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await field.fill("Chess");
  await field.press("Enter");
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "- Dice\n- Rope\n");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  for (const text of ["Corkscrew", "Chess", "Dice", "Rope"]) await expect(box(ben, text)).toBeVisible();
  await expect(shown(ann).nth(3)).toHaveText("Rope");
});

test("a tap ticks off, for both, and the bar says how far it is", async () => {
  await ben.getByText("Corkscrew", { exact: true }).tap();
  await expect(box(ann, "Corkscrew")).toBeChecked();
  await expect(ann.getByText("1 of 25")).toBeVisible();
  await ann.getByRole("button", { name: "Hide done" }).click();
  await expect(box(ann, "Corkscrew")).toBeHidden();
  await ann.getByRole("button", { name: "Hide done" }).click();
});

test("somebody is given something to do, and finds it among their own", async () => {
  await words(ann, "Dice").hover();
  await ann.getByRole("button", { name: "More about Dice" }).click();
  await ann.getByRole("menuitemradio", { name: "Ben Okri" }).click();
  await ann.keyboard.press("Escape");
  await ben.getByRole("button", { name: "Mine" }).click();
  await expect(shown(ben)).toHaveText(["Dice"]);
  await ben.getByRole("button", { name: "Mine" }).click();
});

test("items move by keyboard, in the other's list too", async () => {
  await box(ann, "Rope").focus();
  await ann.keyboard.press("Alt+ArrowUp");
  await expect(shown(ann).nth(2)).toHaveText("Rope");
  await expect(shown(ben).nth(2)).toHaveText("Rope");
  await expect(box(ann, "Rope")).toBeFocused();
});

test("every field can be changed, and a heading of its own be given", async () => {
  await words(ann, "Rope").hover();
  await ann.getByRole("button", { name: "More about Rope" }).click();
  await ann.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = ann.getByRole("dialog");
  await dialog.getByLabel("What").fill("Long rope");
  await dialog.getByLabel("Heading").fill("Games");
  await dialog.getByLabel("Due").fill("2026-01-05");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(ben.getByRole("region", { name: "Games" }).getByText("Long rope")).toBeVisible();
  await expect(ben.getByText(/^Late, /)).toBeVisible();
});

test("what is kept for oneself nobody else sees, until it is shared", async () => {
  await ann.getByRole("button", { name: "Keep items only you see" }).click();
  const field = ann.getByRole("textbox", { name: "Add an item that only you see" });
  await field.fill("A ring for Ben");
  await field.press("Enter");
  await expect(ann.getByText("1 of 26")).toBeVisible();
  // Ann ticks a shared item after adding the private one: when Ben's page shows the tick, it has all that it may get.
  await ann.getByText("Chess", { exact: true }).click();
  await expect(ben.getByRole("checkbox", { name: "Chess", exact: true })).toBeChecked();
  await expect(ben.getByText("2 of 25")).toBeVisible();
  await expect(box(ben, "A ring for Ben")).toBeHidden();
  await words(ann, "A ring for Ben").hover();
  await ann.getByRole("button", { name: "More about A ring for Ben" }).click();
  await ann.getByRole("menuitem", { name: "Share with everyone" }).click();
  await expect(box(ben, "A ring for Ben")).toBeVisible();
});

test("what is deleted comes back by Undo", async () => {
  await words(ann, "Long rope").hover();
  await ann.getByRole("button", { name: "More about Long rope" }).click();
  await ann.getByRole("menuitem", { name: "Delete" }).click();
  await expect(box(ben, "Long rope")).toBeHidden();
  const notice = ann.getByRole("listitem").filter({ hasText: "Deleted Long rope" });
  await notice.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(box(ben, "Long rope")).toBeVisible();
});

/** Opens the details of an item. */
async function edit(text: string): Promise<Locator> {
  await words(ann, text).hover();
  await ann.getByRole("button", { name: `More about ${text}` }).click();
  await ann.getByRole("menuitem", { name: "Edit" }).click();
  return ann.getByRole("dialog", { name: "Edit item" });
}

/** Changes an item as Ben in another browser, and waits until Ann's page has received the change. */
async function meanwhile(text: string, body: ItemPatch): Promise<void> {
  const { data: trip } = await call(tripsApi.get, { params: { tripId } }, as(friend));
  const itemId = trip.items.find((item) => item.text === text)?.id ?? "";
  await call(itemsApi.update, { params: { tripId, itemId }, body }, as(friend));
}

test("an item that others give another heading, tick off or delete leaves its form, and what was typed, standing", async () => {
  const dialog = await edit("Long rope");
  await dialog.getByLabel("What").fill("Rope and pegs");
  await meanwhile("Long rope", { section: "Camp" });
  const camp = ann.locator("section").filter({ hasText: "Camp" });
  await expect(camp.locator("[data-item]", { hasText: "Long rope" })).toHaveCount(1);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(box(ben, "Rope and pegs")).toBeVisible();
  await edit("Rope and pegs");
  await dialog.getByLabel("What").fill("Pegs");
  await ben.getByRole("button", { name: "More about Rope and pegs" }).tap();
  await ben.getByRole("menuitem", { name: "Delete" }).tap();
  await expect(ann.locator("[data-item]").getByText("Rope and pegs")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(ann.getByText("This was deleted meanwhile. Not saved: “Pegs”")).toBeVisible();
});

test("whoever comes second with an item has both versions, over a reload, until they decide", async () => {
  const dialog = await edit("Chess");
  await dialog.getByLabel("What").fill("Chess and cards");
  await meanwhile("Chess", { text: "Chess clock" });
  await expect(words(ann, "Chess clock")).toHaveCount(1);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(ann.locator("[data-item]").getByRole("alert")).toContainText(
    "Ben changed the text to Chess clock at the same time. You wrote: Chess and cards.",
  );
  await expect(ann.getByText("Chess clock was changed by someone else at the same time")).toBeVisible();
  await ann.reload();
  await changesOf(ann).click();
  await expect(listOf(ann)).toContainText("You changed the text to: Chess and cards. Now it is: Chess clock");
  await listOf(ann).getByRole("button", { name: "Use mine" }).click();
  await expect(box(ben, "Chess and cards")).toBeVisible();
  await expect(changesOf(ann)).toBeHidden();
});

const links = (page: Page) => page.locator("[data-link] a");

test("an address becomes a link for both, in their order, and what is no address is refused", async () => {
  await ann.getByRole("radio", { name: "Links" }).click();
  await expect(ann).toHaveURL(/list=links/);
  const field = ann.getByRole("textbox", { name: "Add a link" });
  await field.fill("the tickets");
  await field.press("Enter");
  await expect(ann.getByText("Paste a web address")).toBeVisible();
  await expect(field).toHaveValue("the tickets");
  await field.fill("www.carris.pt/en");
  await field.press("Enter");
  await field.fill("Menu: https://sushi.example/menu");
  await field.press("Enter");
  await expect(links(ann)).toHaveCount(2);
  await ben.goto(`/trips/${tripId}?view=lists&list=links`);
  await expect(links(ben).nth(0)).toHaveAttribute("href", "https://www.carris.pt/en");
  await expect(links(ben).nth(0)).toHaveAttribute("rel", "noopener noreferrer");
  await expect(links(ben).nth(1)).toContainText("Menu");
  await links(ann).nth(1).press("Alt+ArrowUp");
  await expect(links(ben).nth(0)).toContainText("Menu");
});

test("a link is edited, deleted and brought back", async () => {
  await ann.locator("[data-link]", { hasText: "carris.pt" }).hover();
  await ann.getByRole("button", { name: "More about carris.pt" }).click();
  await ann.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = ann.getByRole("dialog", { name: "Edit link" });
  await dialog.getByLabel("Title").fill("Trams");
  await dialog.getByLabel("Address").fill("no address");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Address").fill("carris.pt/trams");
  await dialog.getByLabel("Notes").fill("Line 28 before nine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(links(ben).nth(1)).toContainText("Line 28 before nine");
  await expect(links(ben).nth(1)).toHaveAttribute("href", "https://carris.pt/trams");
  await ben.getByRole("button", { name: "More about Trams" }).tap();
  await ben.getByRole("menuitem", { name: "Delete" }).tap();
  await expect(links(ann)).toHaveCount(1);
  await ben.getByRole("button", { name: "Undo", exact: true }).tap();
  await expect(links(ann)).toHaveCount(2);
  await ann.goto(`/trips/${tripId}?view=activity`);
  await expect(ann.getByText(/added 2 links/).first()).toBeVisible();
});
