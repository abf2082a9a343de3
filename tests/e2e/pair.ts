import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, expect, type Page } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { letIn } from "./map-trip.ts";
import { TripScreen } from "./trip-screen.ts";

/** The two pages of one trip in Lisbon: the owner's on a desktop, and a viewer's on a phone. */
export interface PagePair {
  ann: TripScreen;
  ben: TripScreen;
  close(): Promise<void>;
}

interface Made {
  trip: TripDto;
  owner: Person;
  viewer: Person;
}

/**
 * Creates a trip and opens its page as the owner and as a viewer.
 * @param fill - adds content to the trip before the viewer joins and both open it
 */
export async function openPagePair(
  browser: Browser,
  { endDate }: { endDate: string },
  fill?: (made: Made) => Promise<void>,
): Promise<PagePair> {
  const options = { baseURL: appUrl(), reducedMotion: "reduce" } as const;
  const desktop = await browser.newContext({ ...DEVICES.desktop, ...options });
  const phone = await browser.newContext({ ...DEVICES.phone, ...options });
  const [owner, viewer] = [
    await signInNewPerson(desktop, "Ann Lee"),
    await signInNewPerson(phone, "Ben Okri"),
  ];
  const body = { title: "Lisbon", startDate: "2027-04-05", endDate };
  const { data: trip } = await call(tripsApi.create, { body }, as(owner));
  await fill?.({ trip, owner, viewer });
  await letIn(trip, as(owner), as(viewer), "viewer");
  const ann = new TripScreen(await desktop.newPage());
  const ben = new TripScreen(await phone.newPage());
  for (const { page } of [ann, ben]) await page.goto(`/trips/${trip.id}`);
  return {
    ann,
    ben,
    async close() {
      await desktop.close();
      await phone.close();
    },
  };
}

/** Checks that the page has no accessibility violations. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
}
