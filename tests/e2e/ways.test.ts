import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { as } from "./entering.ts";
import { openPagePair, type PagePair } from "./pair.ts";
import type { TripScreen } from "./trip-screen.ts";

// Two people look at the legs between stops. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

let pair: PagePair;
let ann: TripScreen;
let ben: TripScreen;
let leaveOutTower: () => Promise<unknown>;
let moveMuseum: (behind: "Jerónimos" | "Cathedral") => Promise<unknown>;

const PLACES = [
  { name: "Castle", place: { lat: 38.7139, lng: -9.1334 } },
  { name: "Belém tower", place: { lat: 38.6916, lng: -9.216 } },
  { name: "Cathedral", place: { lat: 38.71, lng: -9.1325 } },
  { name: "Tile museum", place: { lat: 38.7245, lng: -9.1139 } },
  { name: "Jerónimos", place: { lat: 38.6979, lng: -9.2061 } },
];

test.beforeAll(async ({ browser }) => {
  pair = await openPagePair(browser, { endDate: "2027-04-07" }, async ({ trip, owner }) => {
    const params = { tripId: trip.id };
    const ids: string[] = [];
    for (const place of PLACES) {
      const stop = { dayId: trip.days[0]?.id ?? null, ...place };
      ids.push((await call(stopsApi.create, { params, body: stop }, as(owner))).data.id);
    }
    leaveOutTower = () => call(stopsApi.delete, { params: { ...params, stopId: ids[1] ?? "" } }, as(owner));
    moveMuseum = (behind) => {
      const afterId = ids[PLACES.findIndex(({ name }) => name === behind)] ?? null;
      const body = { dayId: trip.days[0]?.id ?? null, afterId };
      return call(stopsApi.move, { params: { ...params, stopId: ids[3] ?? "" }, body }, as(owner));
    };
  });
  ({ ann, ben } = pair);
});

test.afterAll(async () => {
  await pair.close();
  await closeDatabases();
});

function monday(screen: TripScreen): Locator {
  return screen.day("Mon 5 Apr");
}

function way(screen: TripScreen, from: string, to: string): Locator {
  return monday(screen).getByRole("button", { name: new RegExp(`from ${from} to ${to}, `) });
}

test("a way is chosen by keyboard, and the other one sees it", async () => {
  const toTower = way(ann, "Castle", "Belém tower");
  await expect(toTower).toHaveText(/^about 35 min, 9.9 km$/);
  await toTower.focus();
  await ann.page.keyboard.press("Enter");
  const menu = ann.page.getByRole("menu", { name: "How to get to Belém tower" });
  await expect(menu.getByRole("menuitemradio", { name: /^Automatic/ })).toBeChecked();
  await expect(menu.getByRole("menuitemradio", { name: /^Cycle/ })).toHaveText(/about 40 min$/);
  await expect(menu.getByText("Estimated from the distance")).toBeVisible();
  expect((await new AxeBuilder({ page: ann.page }).include("[role=menu]").analyze()).violations).toEqual([]);
  await ann.page.keyboard.press("d");
  await ann.page.keyboard.press("Enter");
  await expect(menu).toBeHidden();
  await expect(toTower).toHaveAccessibleName(/^Drive from Castle to Belém tower, about 15 min, 10 km$/);
  await expect(toTower).toBeFocused();
  await expect(way(ben, "Castle", "Belém tower")).toHaveAccessibleName(/^Drive from/);
});

test("its choice is undone, and in the history", async () => {
  await ann.page.getByRole("button", { name: "Undo my last change" }).click();
  await expect(way(ann, "Castle", "Belém tower")).toHaveAccessibleName(/^Ride from/);
  await ann.show("Activity");
  await expect(ann.page.getByText(/the way there.*Drive/).first()).toBeVisible();
  await ann.show("Plan");
});

test("on a phone it is large enough for a finger, and a viewer's choice is a suggestion", async () => {
  const toTower = way(ben, "Castle", "Belém tower");
  const { x, y, width, height } = (await toTower.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [middle, center] = [x + width / 2, y + height / 2];
  for (const dy of [-21, 0, 21]) {
    const isIt = await toTower.evaluate(
      (button, at) => button.contains(document.elementFromPoint(at.x, at.y)),
      {
        x: middle,
        y: center + dy,
      },
    );
    expect(isIt, `${dy} px from its middle`).toBe(true);
  }
  await toTower.tap();
  await ben.page.getByRole("menuitemradio", { name: /^Public transport/ }).tap();
  await expect(toTower).toHaveAccessibleName(/^Public transport from/);
  await expect(ben.page.getByText(/1 change/).first()).toBeVisible();
  await expect(way(ann, "Castle", "Belém tower")).toHaveAccessibleName(/^Ride from/);
});

test("a faster order is shown first, applied in one write, and undone at once", async () => {
  const before = PLACES.map(({ name }) => name);
  const after = ["Castle", "Cathedral", "Tile museum", "Belém tower", "Jerónimos"];
  await monday(ann).hover();
  await monday(ann).getByRole("button", { name: "Find a faster order for Mon 5 Apr" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "A faster order for Mon 5 Apr" });
  await expect(dialog.getByRole("status")).toHaveText(/^Saves about .* Estimated from distances\./);
  await expect(dialog.getByRole("region", { name: "Now" }).getByRole("listitem")).toHaveText(
    before.map((name, index) => `${index + 1}${name}`),
  );
  await expect(dialog.getByRole("region", { name: "Suggested" }).locator("[data-moves]")).toHaveText([
    /^4Belém tower, moves$/,
  ]);
  // The names are found without roles, because elements behind the dialog have none.
  await expect(ann.names(ann.page.locator("[data-day]").first())).toHaveText(before);
  expect((await new AxeBuilder({ page: ann.page }).include("[role=dialog]").analyze()).violations).toEqual(
    [],
  );
  await dialog.getByRole("button", { name: "Use this order" }).click();
  await expect(ann.names(monday(ann))).toHaveText(after);
  await expect(ben.names(monday(ben))).toHaveText(after);
  await ann.page.getByRole("button", { name: "Undo my last change" }).click();
  await expect(ann.names(monday(ann))).toHaveText(before);
  await expect(ben.names(monday(ben))).toHaveText(before);
});

test("an order over what others have moved since is not written, and the day's next one is offered", async () => {
  const { page } = ann;
  const after = ["Castle", "Belém tower", "Cathedral", "Jerónimos", "Tile museum"];
  await monday(ann).hover();
  await monday(ann).getByRole("button", { name: "Find a faster order for Mon 5 Apr" }).click();
  const dialog = page.getByRole("dialog", { name: "A faster order for Mon 5 Apr" });
  // The stop is moved by somebody else before this request arrives.
  await page.route("**/order", async (route) => {
    await moveMuseum("Jerónimos");
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Use this order" }).click();
  const told = page.getByText("Someone else changed this day at the same time");
  await expect(told).toBeVisible();
  await expect(ann.names(monday(ann))).toHaveText(after);
  await expect(ben.names(monday(ben))).toHaveText(after);
  await page.unroute("**/order");
  await page.getByRole("button", { name: "Look again" }).click();
  const now = dialog.getByRole("region", { name: "Now" }).getByRole("listitem");
  await expect(now).toHaveText(after.map((name, index) => `${index + 1}${name}`));
  await page.keyboard.press("Escape");
  await moveMuseum("Cathedral");
  await expect(ann.names(monday(ann))).toHaveText(PLACES.map(({ name }) => name));
});

test("an open proposal follows what others change", async () => {
  await monday(ann).getByRole("button", { name: "Mon 5 Apr, Notes and time zone" }).click();
  await ann.page.getByRole("dialog").getByRole("button", { name: "Find a faster order" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "A faster order for Mon 5 Apr" });
  const suggested = dialog.getByRole("region", { name: "Suggested" }).getByRole("listitem");
  await expect(suggested).toHaveCount(5);
  await leaveOutTower();
  await expect(dialog.getByRole("status")).toHaveText(/^The order is good as it is/);
  await dialog.getByRole("button", { name: "Close" }).last().click();
});
