import { expect, type Locator, type Page, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { signInNewPerson } from "./entering.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

const BASE_URL = process.env.APP_URL ?? "";
const DRAWER_PX = 392;

type Stops = Array<[name: string, lat: number, lng: number]>;

const KYOTO: Stops = [
  ["Kiyomizu-dera", 34.9949, 135.785],
  ["Kennin-ji", 35.0003, 135.7738],
  ["Nishiki Market", 35.005, 135.7649],
];
const OSAKA: Stops = [
  ["Osaka Castle", 34.6873, 135.5262],
  ["Dotonbori", 34.6687, 135.5013],
];
/** 24 stops in an area of Kyoto that is two kilometres wide, in six columns and four rows. */
const MANY: Stops = Array.from({ length: 24 }, (_, index) => [
  `Temple ${index + 1}`,
  34.99 + Math.floor(index / 6) * 0.004,
  135.76 + (index % 6) * 0.004,
]);
const CASTLE: Stops = [
  ["Osaka Castle", 34.6873, 135.5262],
  ["Castle Museum", 34.6873, 135.5262],
  ["Dotonbori", 34.6687, 135.5013],
];

test.afterAll(closeDatabases);

/** Signs a person in and opens a trip with two days. */
async function openTrip(page: Page, days: readonly Stops[] = [KYOTO, OSAKA]): Promise<string> {
  await signInNewPerson(page.context(), "Mika Map");
  await page.goto(`${BASE_URL}/trips`);
  const trip = await post<{ id: string; days: Array<{ id: string }> }>(page, "/api/trips", {
    title: "Maps",
    startDate: "2027-04-05",
    endDate: "2027-04-06",
    timezone: "Asia/Tokyo",
  });
  for (const [index, stops] of days.entries()) {
    for (const [name, lat, lng] of stops) {
      const place = { lat, lng };
      await post(page, `/api/trips/${trip.id}/stops`, { dayId: trip.days[index]?.id ?? null, name, place });
    }
  }
  await page.goto(`${BASE_URL}/trips/${trip.id}`);
  return trip.id;
}

/** Sends a request as the page itself would, with its cookies and its origin. */
async function post<Answer>(page: Page, path: string, body: object): Promise<Answer> {
  return page.evaluate(
    async ([url, json]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body: json });
      if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      return response.json();
    },
    [path, JSON.stringify(body)] as const,
  );
}

function mapOf(page: Page): Locator {
  return page.locator("[data-map-state]");
}

async function showTrip(page: Page): Promise<void> {
  await settled(page);
  await mapOf(page).getByRole("button", { name: "Show the whole trip" }).click();
  await expect(mapOf(page).locator("[data-cluster] > button").first()).toBeVisible();
  await settled(page);
}

/** Returns how many stops the map shows: the markers plus the numbers on the clusters. */
async function standing(page: Page): Promise<number> {
  const clusters = await mapOf(page).locator("[data-cluster]").allInnerTexts();
  const markers = await mapOf(page).locator("[data-marker] > button").filter({ visible: true }).count();
  return clusters.reduce((sum, text) => sum + Number(text), markers);
}

function marker(page: Page, name: string | RegExp): Locator {
  return mapOf(page).getByRole("button", { name });
}

/** Returns the content that style sheets add before the parts of a marker. */
function signsBefore(button: Element): string[] {
  return [...button.querySelectorAll("*")].map((part) => getComputedStyle(part, "::before").content);
}

/** Waits until the map is drawn completely, which takes time with software rendering on a busy machine. */
async function settled(page: Page): Promise<void> {
  await expect(mapOf(page)).toHaveAttribute("data-map-state", "idle", { timeout: 40_000 });
}

async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
}

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("the map is in step with the plan, and asks nobody else for anything", async ({ page }) => {
    const elsewhere: string[] = [];
    const errors: string[] = [];
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== new URL(BASE_URL).origin) elsewhere.push(request.url());
    });
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    const tripId = await openTrip(page);
    await settled(page);

    await test.step("numbers and names stand where the stops are", async () => {
      await expect(marker(page, "1 Kiyomizu-dera, Mon 5")).toBeVisible();
      await expect(marker(page, "3 Nishiki Market, Mon 5")).toBeVisible();
      const [east, west] = [
        await middle(marker(page, "Kiyomizu-dera")),
        await middle(marker(page, "Nishiki")),
      ];
      expect(east.x).toBeGreaterThan(west.x);
      expect(east.y).toBeGreaterThan(west.y);
    });

    await test.step("hovering shows the other", async () => {
      await page.locator("[data-row]", { hasText: "Kennin-ji" }).hover();
      const hovered = mapOf(page).locator("[data-hovered]");
      await expect(hovered.getByRole("button", { name: "Kennin-ji" })).toBeVisible();
      await expect(hovered).toHaveCount(1);
    });

    await test.step("opening goes there, beside the drawer", async () => {
      await page.locator("[data-row]", { hasText: "Osaka Castle" }).click();
      await expect(marker(page, "Osaka Castle")).toHaveAttribute("aria-current", "true");
      const map = await mapOf(page).boundingBox();
      const goal = (map?.x ?? 0) + ((map?.width ?? 0) - DRAWER_PX) / 2;
      await expect
        .poll(async () => Math.abs((await middle(marker(page, "Osaka Castle"))).x - goal))
        .toBeLessThan(3);
      await settled(page);
    });

    await test.step("a stop that appears leaves the view as it is", async () => {
      const before = await middle(marker(page, "Osaka Castle"));
      const place = { lat: 34.684, lng: 135.52 };
      await post(page, `/api/trips/${tripId}/stops`, { dayId: null, name: "Museum", place });
      await expect(marker(page, "Museum, idea")).toBeAttached();
      expect(await middle(marker(page, "Osaka Castle"))).toEqual(before);
    });

    await test.step("its marker opens a stop; arrow keys walk from stop to stop", async () => {
      await marker(page, "Osaka Castle").focus();
      await page.keyboard.press("ArrowRight");
      await expect(marker(page, "Dotonbori")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(marker(page, "Dotonbori")).toHaveAttribute("aria-current", "true");
      await expect(page.getByRole("dialog").getByText("Dotonbori").first()).toBeVisible();
    });

    expect(elsewhere).toEqual([]);
    expect(errors).toEqual([]);
  });

  test(
    "without WebGL the plan stays usable and the map says why it is not there",
    { tag: LONG_TAG },
    async ({ page }) => {
      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
      });
      await openTrip(page);
      await expect(mapOf(page).getByText("This browser cannot draw the map")).toBeVisible();
      await expect(page.locator("[data-row]", { hasText: "Kiyomizu-dera" })).toBeVisible();
    },
  );
});

test.describe("clusters", () => {
  test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: "reduce" } });

  test(
    "a cluster says how many stops it has, lets out the one that is pointed at, and comes apart",
    { tag: LONG_TAG },
    async ({ page }) => {
      await openTrip(page, [MANY, CASTLE]);
      await showTrip(page);
      const kyoto = marker(page, "24 stops, Mon 5, zoom in");
      await expect(kyoto).toBeVisible();
      await expect(marker(page, "Temple 5,")).toBeHidden();
      expect(await standing(page)).toBe(24 + 3);
      // A cluster's number has a sign, because a plain number in a circle is the number of a stop.
      expect(await kyoto.evaluate(signsBefore)).toContain('"×"');
      expect(await marker(page, "3 Dotonbori").evaluate(signsBefore)).not.toContain('"×"');

      await test.step("what is pointed at in the plan stands beside it, named", async () => {
        await page.locator("[data-row]", { hasText: "Temple 5" }).first().hover();
        await expect(marker(page, "5 Temple 5, Mon 5")).toBeVisible();
        await expect(marker(page, "23 stops, Mon 5, zoom in")).toBeVisible();
        expect(await standing(page)).toBe(24 + 3);
      });

      await test.step("pressed, it goes where its stops are apart", async () => {
        await marker(page, /^2[34] stops, Mon 5, zoom in/).click();
        await expect(marker(page, "24 Temple 24, Mon 5")).toBeVisible();
        await settled(page);
        await expect(mapOf(page).getByRole("button", { name: /stops, Mon 5/ })).toHaveCount(0);
        const box = await mapOf(page).boundingBox();
        for (const name of ["1 Temple 1,", "24 Temple 24,"]) {
          const { x, y } = await middle(marker(page, name));
          expect(x > (box?.x ?? 0) && y > (box?.y ?? 0), name).toBe(true);
        }
      });
    },
  );

  test("stops in one place are a cluster with a menu of their names", { tag: LONG_TAG }, async ({ page }) => {
    await openTrip(page, [KYOTO, CASTLE]);
    await showTrip(page);
    await marker(page, "2 stops, Tue 6, in one place").click();
    const menu = page.getByRole("menu", { name: "2 stops, Tue 6, in one place" });
    await expect(menu.getByRole("menuitem")).toHaveText([/Osaka Castle/, /Castle Museum/]);
    await menu.getByRole("menuitem", { name: "Castle Museum" }).click();
    await expect(menu).toBeHidden();
    await expect(marker(page, "2 Castle Museum, Tue 6")).toHaveAttribute("aria-current", "true");
    await expect(page.getByRole("dialog").getByText("Castle Museum").first()).toBeVisible();
  });

  test(
    "the keyboard walks through clusters too, and stays on the map when one comes apart",
    { tag: LONG_TAG },
    async ({ page }) => {
      await openTrip(page, [MANY, CASTLE]);
      await showTrip(page);
      const kyoto = marker(page, "24 stops, Mon 5, zoom in");
      const castle = marker(page, "2 stops, Tue 6, in one place");
      await kyoto.focus();
      await page.keyboard.press("ArrowRight");
      await expect(castle).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitem", { name: "Osaka Castle" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(castle).toBeFocused();
      await page.keyboard.press("ArrowRight");
      await expect(marker(page, "3 Dotonbori")).toBeFocused();
      await page.keyboard.press("Home");
      await expect(kyoto).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(marker(page, "1 Temple 1, Mon 5")).toBeFocused();
      await expect(
        mapOf(page).locator("[data-marker] > [tabindex='0'], [data-cluster] > [tabindex='0']"),
      ).toHaveCount(1);
    },
  );
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the map loads when it is opened, and everything on it can be hit with a finger", async ({ page }) => {
    await openTrip(page);
    await expect(page.locator("[data-row]", { hasText: "Kiyomizu-dera" })).toBeVisible();
    await expect(mapOf(page)).toHaveAttribute("data-map-state", "loading");
    // The trip's page has no workers yet. The trip list has some, because it draws maps for its cards.
    expect(page.workers()).toEqual([]);

    await page.getByRole("navigation", { name: "Trip" }).getByText("Map").click();
    await settled(page);
    // There are two workers, so that streets need not wait for the world's coastlines.
    const origins = page.workers().map((worker) => new URL(worker.url()).origin);
    expect(origins).toEqual(Array(2).fill(new URL(BASE_URL).origin));
    for (const name of ["Show the whole day", "Show the whole trip", "Zoom in", "Zoom out", "My position"]) {
      const box = await mapOf(page).getByRole("button", { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
    }

    const key = mapOf(page).locator("ul[data-panel]");
    await expect(key).toContainText("Mon 5");
    expect(await key.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

    // The tap is beside the marker, but nearer to it than to any other marker.
    const { x, y } = await middle(marker(page, "Nishiki Market"));
    await page.touchscreen.tap(x - 15, y + 8);
    await expect(page.getByRole("dialog").getByText("Nishiki Market").first()).toBeVisible();
  });
});
