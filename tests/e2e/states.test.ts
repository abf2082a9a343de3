import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { complaintsOf } from "./complaints.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, signInNewPerson } from "./entering.ts";
import { PAGE } from "./expected-headers.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { STATES } from "./states.ts";
import { translatorOf } from "./messages.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

const DEVICE_NAMES = ["desktop", "phone"] as const;

/** The states that `npm test` checks, each on one device; `npm run test:long` checks every state on both. */
const MAIN_STATES: Record<string, (typeof DEVICE_NAMES)[number]> = {
  landing: "phone",
  "sign up": "desktop",
  invite: "phone",
  trips: "desktop",
  plan: "phone",
  "details of a stop": "desktop",
  bookings: "phone",
  money: "desktop",
  "a new expense": "phone",
  lists: "desktop",
  account: "phone",
};

for (const device of DEVICE_NAMES) {
  test.describe(device, () => {
    let signedIn: BrowserContext;
    let signedOut: BrowserContext;
    let lived: LivedInTrip;

    test.beforeAll(async ({ browser }) => {
      // Without animations, no check sees the colours of a transition between themes.
      const options = { ...DEVICES[device], baseURL: appUrl(), reducedMotion: "reduce" as const };
      signedIn = await browser.newContext(options);
      signedOut = await browser.newContext(options);
      const owner = await signInNewPerson(signedIn, "Ann Lee");
      const elsewhere = await browser.newContext();
      lived = await livedInTrip(owner, await signInNewPerson(elsewhere, "Ben Okri"));
      await elsewhere.close();
    });

    test.afterAll(async () => {
      await signedIn.close();
      await signedOut.close();
      await closeDatabases();
    });

    for (const state of STATES) {
      const { only = device, drawsMap = false } = state;
      if (only !== device) continue;
      const isMain = MAIN_STATES[state.name] === device;
      const tag = [...(drawsMap ? ["@map"] : []), ...(isMain ? [] : [LONG_TAG])];
      test(`${state.name} does all it wants to, and everyone can use it`, { tag }, async () => {
        const page = await (state.signedOut ? signedOut : signedIn).newPage();
        const complaints = await complaintsOf(page);
        const response = await page.goto(state.path(lived));
        expect(response?.headers()).toMatchObject({ ...PAGE, "referrer-policy": expect.any(String) });
        await state.reach?.(page, translatorOf("en"));
        // The code of toasts, which adds a style sheet of its own, loads last.
        await page.waitForFunction(() => document.head.textContent.includes("data-sonner-toaster"));
        // After a navigation by a link, the title is set shortly after the content.
        await expect(page).toHaveTitle(/\S/);
        expect(complaints).toEqual([]);
        await paint(page, "light");
        expect(await violations(axeOf(page))).toEqual([]);
        // Themes differ only in their colours, so the dark theme is checked only for its contrast.
        await paint(page, "dark");
        expect(await violations(axeOf(page).withRules("color-contrast")), "dark").toEqual([]);
        await page.close();
      });
    }
  });
}

async function paint(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
}

function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
}

/** Returns the violations as text: the rule, and the element that breaks it. */
async function violations(axe: AxeBuilder): Promise<string[]> {
  const { violations: found } = await axe.setLegacyMode().analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html}`),
  );
}
