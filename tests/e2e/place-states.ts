import { expect, type Locator, type Page } from "@playwright/test";
import { clickToOpen, type PageState } from "./state.ts";
import type { Translate } from "./messages.ts";

/** Types into a place search and waits for its results. */
async function search(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await page.getByRole("listbox").getByRole("option").first().waitFor();
}

async function showStreet(page: Page, say: Translate): Promise<Locator> {
  const photos = page.getByRole("region", { name: say("trip-street.title"), exact: true });
  await photos.scrollIntoViewIfNeeded();
  await photos.getByRole("listitem").first().waitFor();
  await expect(page.getByRole("dialog").first()).toBeInViewport({ ratio: 0.9 });
  return photos.getByRole("listitem").getByRole("button");
}

const castle: PageState["path"] = ({ trip, castleId }) => `/trips/${trip.id}?stop=${castleId}`;

/** The states of the place search, and of the street photos around a place. */
export const PLACE_STATES: readonly PageState[] = [
  {
    name: "places for a new trip",
    path: () => "/trips?new=1",
    reach: (page, say) => search(page, page.getByRole("combobox", { name: say("trips.where") }), "kyoto"),
  },
  {
    name: "no place of that name",
    path: () => "/trips?new=1",
    reach: async (page, say) => {
      await page.getByRole("combobox", { name: say("trips.where") }).fill("zzqqx");
      await page.getByText(say("places.noneEmbedded").replace("{ways}", "").trim()).waitFor();
    },
  },
  {
    name: "places for a new stop",
    path: ({ trip }) => `/trips/${trip.id}`,
    reach: async (page, say) => {
      const field = page.getByRole("combobox", { name: say("trip.addStopLabel") });
      await clickToOpen(page.getByRole("button", { name: /^Add a stop to|添加一站$/ }).first(), field);
      await search(page, field, "sintra");
    },
  },
  {
    name: "places for a stop",
    path: castle,
    reach: async (page, say) => {
      await expect(page.getByRole("dialog")).toBeInViewport({ ratio: 0.9 });
      await search(page, page.getByRole("combobox", { name: say("trip-details.place") }), "sintra");
    },
  },
  {
    name: "places for the stops that the map lacks",
    path: ({ trip }) => `/trips/${trip.id}`,
    reach: async (page, say) => {
      const dialog = page.getByRole("dialog", { name: say("trip.find.title") });
      const text = say("trip.find.open").replace("{count}", "").trim();
      await clickToOpen(page.getByRole("button", { name: text }), dialog);
      await expect(dialog.getByRole("status")).toHaveText(say("trip.find.looked"));
    },
  },
  {
    name: "another destination",
    path: ({ trip }) => `/trips/${trip.id}`,
    reach: async (page, say) => {
      await clickToOpen(page.getByRole("button", { name: say("trip.menu") }), page.getByRole("menu"));
      const item = page.getByRole("menuitem", { name: say("trip.changeDestination") });
      const dialog = page.getByRole("dialog");
      await clickToOpen(item, dialog);
      await search(page, dialog.getByRole("combobox"), "honolulu");
      await page.getByRole("option").first().click();
      await dialog.getByRole("checkbox").waitFor();
    },
  },
  {
    name: "the trip's cover",
    drawsMap: true,
    path: ({ trip }) => `/trips/${trip.id}`,
    reach: async (page, say) => {
      await clickToOpen(page.getByRole("button", { name: say("trip.menu") }), page.getByRole("menu"));
      const dialog = page.getByRole("dialog");
      await clickToOpen(page.getByRole("menuitem", { name: say("trip.changeCover") }), dialog);
      await dialog.locator("[data-cover=map]").waitFor();
      await dialog.getByRole("radio", { name: say("covers.dialog.file") }).check();
    },
  },
  { name: "street photos", path: castle, reach: showStreet },
  {
    name: "a street photo",
    path: castle,
    reach: async (page, say) => {
      const photo = (await showStreet(page, say)).filter({ hasNotText: "360°" }).first();
      await clickToOpen(photo, page.getByRole("dialog").getByRole("img", { name: /./ }).last());
    },
  },
  {
    name: "a panorama of the street",
    drawsMap: true,
    path: castle,
    reach: async (page, say) => {
      const photo = (await showStreet(page, say)).filter({ hasText: "360°" }).first();
      await clickToOpen(photo, page.locator("[data-turns] canvas"));
    },
  },
];
