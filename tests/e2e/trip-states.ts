import { expect, type Locator, type Page } from "@playwright/test";
import type { LivedInTrip } from "./lived-in-trip.ts";
import { MONEY_STATES } from "./money-states.ts";
import { PLACE_STATES } from "./place-states.ts";
import { clickToOpen, type PageState } from "./state.ts";
import type { Translate } from "./messages.ts";

const tripPath = ({ trip }: LivedInTrip) => `/trips/${trip.id}`;

async function previewDates(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await clickToOpen(page.locator("header button").filter({ hasText: /5 – 9 Apr|4月5日 – 9日/ }), dialog);
  await dialog.locator("input").nth(0).fill("2027-04-06");
  await dialog.locator("input").nth(1).fill("2027-04-08");
  await dialog.locator("[aria-live] li").first().waitFor();
}

/** A file of saved places from another app: one place to add, and one without a name. */
const PLACES = "Title,Note,URL\nGulbenkian,,https://www.google.com/maps/search/38.737,-9.154\n,,\n";

async function fromMenu(
  page: Page,
  say: Translate,
  item: "export" | "import",
  opened: Locator,
  state: "visible" | "attached" = "visible",
): Promise<void> {
  await clickToOpen(page.getByRole("button", { name: say("trip.menu") }), page.getByRole("menu"));
  await page.getByRole("menuitem", { name: say(`trip.${item}`) }).click();
  await opened.waitFor({ state });
}

/** The states of a trip with its panels, dialogs and drawers. */
export const TRIP_STATES: readonly PageState[] = [
  { name: "plan", path: tripPath, reach: (page) => page.locator("[data-row]").first().waitFor() },
  {
    name: "plan with its map",
    only: "desktop",
    drawsMap: true,
    path: tripPath,
    reach: (page) => page.locator("[data-map-state=idle]").waitFor(),
  },
  {
    name: "map of the trip",
    only: "phone",
    drawsMap: true,
    path: (lived) => `${tripPath(lived)}?view=map`,
    reach: (page) => page.locator("[data-map-state=idle]").waitFor(),
  },
  {
    name: "details of a stop",
    path: tripPath,
    reach: async (page) => {
      await clickToOpen(
        page.locator("[data-row]", { hasText: "São Jorge Castle" }),
        page.getByText("Tickets are cheaper online."),
      );
      // The sheet slides in and must have arrived before the state is checked.
      await expect(page.getByRole("dialog")).toBeInViewport({ ratio: 0.9 });
    },
  },
  {
    name: "ideas",
    only: "phone",
    path: tripPath,
    reach: (page, say) =>
      clickToOpen(page.getByRole("button", { name: say("trip.openIdeas") }), page.getByText("Tile museum")),
  },
  {
    name: "share and members",
    path: tripPath,
    reach: async (page, say) => {
      await clickToOpen(page.getByRole("button", { name: say("trip.menu") }), page.getByRole("menu"));
      const item = page.getByRole("menuitem", { name: say("trip.shareAndMembers") });
      await clickToOpen(item, page.getByText(say("trip-share.openLinks")));
    },
  },
  { name: "dates", path: tripPath, reach: previewDates },
  {
    name: "what only some do",
    path: ({ trip }) => `/trips/${trip.id}?who=${trip.members[0]?.id ?? ""}`,
    reach: async (page) => {
      const others = page.locator("[data-day] button[aria-expanded=false]").filter({ visible: true }).first();
      await clickToOpen(others, page.locator("[data-day] button[aria-expanded=true]"));
    },
  },
  {
    name: "things to look at",
    path: tripPath,
    reach: async (page, say) => {
      const opener = page.getByRole("button", { name: /to look at|值得/ }).filter({ visible: true });
      await clickToOpen(opener, page.getByRole("dialog", { name: say("trip-checks.title") }));
    },
  },
  {
    name: "search and commands",
    path: tripPath,
    reach: async (page, say) => {
      const opener = page.getByRole("button", { name: say("palette.open"), exact: true });
      const isWide = (page.viewportSize()?.width ?? 0) >= 720;
      if (isWide) await clickToOpen(opener, page.getByRole("option").first());
      else {
        await clickToOpen(page.getByRole("button", { name: say("trip.menu") }), page.getByRole("menu"));
        const item = page.getByRole("menuitem", { name: say("palette.open"), exact: true });
        await clickToOpen(item, page.getByRole("option").first());
      }
      await page.getByRole("combobox").fill("lisbon");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "opening hours",
    path: ({ trip, castleId }) => `/trips/${trip.id}?stop=${castleId}`,
    reach: async (page) => {
      const hours = page.getByRole("button", { name: /(Hours|营业)$/ });
      await clickToOpen(hours, page.locator("form fieldset").first());
      await page.locator("form fieldset button").first().click();
    },
  },
  {
    name: "bookings",
    path: (lived) => `${tripPath(lived)}?view=bookings`,
    reach: (page) => page.getByRole("button", { name: "Pensão Londres", exact: true }).waitFor(),
  },
  {
    name: "details of a booking",
    path: (lived) => `${tripPath(lived)}?view=bookings&booking=${lived.flightId}`,
    reach: (page) => expect(page.getByRole("dialog")).toBeInViewport({ ratio: 0.9 }),
  },
  {
    name: "a new booking",
    path: (lived) => `${tripPath(lived)}?view=bookings`,
    reach: async (page, say) => {
      const add = page.getByRole("button", { name: say("trip-bookings.add") }).filter({ visible: true });
      await clickToOpen(add, page.getByRole("dialog"));
      const kinds = page.getByRole("dialog").locator("button[aria-pressed]");
      await clickToOpen(kinds.first(), page.getByRole("dialog").locator("input[type=date]").first());
    },
  },
  ...MONEY_STATES,
  ...PLACE_STATES,
  {
    name: "notes of a day",
    path: tripPath,
    reach: (page) => clickToOpen(page.locator("[data-day] h2 button").first(), page.getByRole("dialog")),
  },
  {
    name: "discussion",
    path: (lived) => `${tripPath(lived)}?talk=1`,
    reach: (page) => page.getByText("Who books the flat?").waitFor(),
  },
  {
    name: "lists",
    path: (lived) => `${tripPath(lived)}?view=lists`,
    reach: (page) => page.locator("[data-item]").first().waitFor(),
  },
  {
    name: "templates of lists",
    path: (lived) => `${tripPath(lived)}?view=lists`,
    reach: (page, say) =>
      clickToOpen(page.getByRole("button", { name: say("trip-lists.templates") }), page.getByRole("dialog")),
  },
  {
    name: "ideas and decisions",
    path: (lived) => `${tripPath(lived)}?view=ideas`,
    reach: (page) => page.getByRole("button", { name: "Tile museum", exact: true }).waitFor(),
  },
  {
    name: "asking the group",
    path: (lived) => `${tripPath(lived)}?view=ideas`,
    reach: async (page, say) => {
      await clickToOpen(
        page.getByRole("button", { name: say("trip-decisions.ask") }).first(),
        page.getByRole("dialog"),
      );
      await page.getByRole("dialog").locator("button[type=submit]").click();
    },
  },
  {
    name: "suggestions",
    path: (lived) => `${tripPath(lived)}?suggestions=1`,
    reach: async (page, say) => {
      const dismiss = page.getByRole("button", { name: say("trip-suggestions.dismiss"), exact: true });
      await clickToOpen(dismiss, page.getByLabel(say("trip-suggestions.why")));
      await expect(page.getByRole("dialog")).toBeInViewport({ ratio: 0.9 });
    },
  },
  {
    name: "the trip as it was",
    path: (lived) => `${tripPath(lived)}?asOf=12`,
    reach: (page) => page.locator("main[aria-busy=false] [data-row]").first().waitFor(),
  },
  {
    name: "completing a mention",
    path: (lived) => `${tripPath(lived)}?talk=1`,
    reach: async (page, say) => {
      await page.getByText("Who books the flat?").waitFor();
      await page.getByLabel(say("trip-details.writeComment")).pressSequentially("Thank you, @");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "export",
    path: tripPath,
    reach: (page, say) =>
      fromMenu(page, say, "export", page.getByRole("button", { name: say("trip-files.makeFeed") })),
  },
  {
    name: "places that would be imported",
    path: tripPath,
    reach: async (page, say) => {
      const file = page.getByRole("dialog").locator("input[type=file]");
      await fromMenu(page, say, "import", file, "attached");
      await file.setInputFiles({ name: "places.csv", mimeType: "text/csv", buffer: Buffer.from(PLACES) });
      await page.getByText("Gulbenkian", { exact: true }).waitFor();
    },
  },
  { name: "on paper", path: ({ trip }) => `/trips/${trip.id}/print` },
  {
    name: "activity",
    path: (lived) => `${tripPath(lived)}?view=activity`,
    reach: (page) =>
      page
        .getByText(/Tram 28.*Tile museum/)
        .first()
        .waitFor(),
  },
  {
    name: "inbox",
    path: tripPath,
    reach: async (page, say) => {
      const bell = page.getByRole("banner").getByRole("button", { name: /^(Notifications|通知)/ });
      await clickToOpen(bell, page.getByRole("link", { name: /São Jorge Castle/ }));
      await expect(page.getByRole("dialog", { name: say("notifications.title") })).toBeInViewport({
        ratio: 0.9,
      });
    },
  },
  {
    name: "notifications of the trip",
    path: tripPath,
    reach: async (page, say) => {
      await clickToOpen(page.getByRole("button", { name: say("trip.menu") }), page.getByRole("menu"));
      const item = page.getByRole("menuitem", { name: say("trip.notificationSettings") });
      await clickToOpen(item, page.getByRole("dialog").getByRole("combobox").first());
    },
  },
  {
    name: "menu of the trip",
    path: tripPath,
    reach: (page, say) =>
      clickToOpen(page.getByRole("button", { name: say("trip.menu") }), page.getByRole("menu")),
  },
];
