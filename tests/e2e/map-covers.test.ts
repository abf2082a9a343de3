// @long: pictures of trips
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { newPicture } from "#tests/helpers/pictures.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";

test.use(DEVICES.desktop);

const LOFOTEN = { name: "Svolvær", lat: 68.23, lng: 14.57 };

async function newTrip(owner: Person): Promise<TripDto> {
  const dates = { startDate: "2027-04-05", endDate: "2027-04-06" };
  const body = { title: "Lofoten by ferry", destination: LOFOTEN, ...dates };
  const { data: trip } = await call(tripsApi.create, { body }, as(owner));
  const params = { tripId: trip.id };
  for (const [index, place] of [LOFOTEN, { lat: 67.28, lng: 14.4 }].entries()) {
    const stop = {
      dayId: trip.days[index]?.id ?? null,
      name: `Port ${index}`,
      place: { lat: place.lat, lng: place.lng },
    };
    await call(stopsApi.create, { params, body: stop }, as(owner));
  }
  return trip;
}

function coverOn(page: Page, title: string) {
  return page.getByRole("link", { name: title }).locator("[data-cover]");
}

/** Returns the user and the number of trips whose maps this browser has stored. */
function keptMaps(page: Page): Promise<{ owner: string | null; maps: number }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("wayfare-covers");
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const all = (store: string) =>
      new Promise<Array<{ userId?: string | null }>>((resolve) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.addEventListener("success", () => resolve(reading.result));
      });
    const [[owner], maps] = [await all("owner"), await all("maps")];
    database.close();
    return { owner: owner?.userId ?? null, maps: maps.length };
  });
}

/** Records the requests for the code that draws maps. */
function mapCode(context: BrowserContext): string[] {
  const asked: string[] = [];
  context.on("request", (request) => {
    if (/basemap|maplibre-gl-worker/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test("a card shows the trip's map, which is drawn once, and goes with whoever signs out", async ({
  page,
  context,
}) => {
  const ann = await signInNewPerson(context, "Ann Lee");
  await newTrip(ann);
  const asked = mapCode(context);
  await page.goto(`${appUrl()}/trips`);
  await expect(coverOn(page, "Lofoten by ferry")).toHaveAttribute("data-cover", "map");
  await expect(page.getByText("Natural Earth")).toBeVisible();
  // Two maps are stored, because the shared demo trip has a map too.
  await expect.poll(() => keptMaps(page)).toEqual({ owner: ann.userId, maps: 2 });
  expect(asked.length).toBeGreaterThan(0);

  asked.length = 0;
  await page.reload();
  await expect(coverOn(page, "Lofoten by ferry")).toHaveAttribute("data-cover", "map");
  expect(asked).toEqual([]);

  await page.getByRole("button", { name: "Account of Ann Lee" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname !== "/trips");
  await expect.poll(() => keptMaps(page)).toEqual({ owner: null, maps: 0 });
});

test("an own picture is on the card, and on the invite for whoever holds the link; the history says who did it", async ({
  page,
  browser,
}) => {
  const ann = await signInNewPerson(page.context(), "Ann Lee");
  const trip = await newTrip(ann);
  await page.goto(`${appUrl()}/trips/${trip.id}`);
  await page.getByRole("button", { name: "Trip menu" }).click();
  await page.getByRole("menuitem", { name: "Cover…" }).click();
  const dialog = page.getByRole("dialog", { name: "Cover" });
  const shown = dialog.locator("[data-cover]");
  await expect(shown).toHaveAttribute("data-cover", "map");
  await dialog.getByRole("radio", { name: "A picture of your own" }).check();
  const buffer = Buffer.from(await newPicture({ width: 1200, height: 900 }));
  await dialog
    .getByLabel("Choose a picture")
    .setInputFiles({ name: "us.png", mimeType: "image/png", buffer });
  await expect(shown).toHaveAttribute("data-cover", "picture");
  await expect(dialog.getByRole("button", { name: "Your picture 1", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.goto(`${appUrl()}/trips`);
  await expect(coverOn(page, trip.title)).toHaveAttribute("data-cover", "picture");
  const params = { tripId: trip.id };
  const { data: invite } = await call(invitesApi.create, { params, body: { role: "viewer" } }, as(ann));
  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  await guest.goto(`${appUrl()}/invite/${invite.token}`);
  await expect(guest.locator("[data-cover=picture] [data-there=true]")).toBeVisible();
  await elsewhere.close();

  await page.goto(`${appUrl()}/trips/${trip.id}?view=activity`);
  await expect(page.getByText(/changed the cover/)).toBeVisible();
});
