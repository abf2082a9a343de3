import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, enter } from "./entering.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { STATES } from "./states.ts";
import { words } from "./words.ts";

for (const device of ["desktop", "phone"] as const) {
  test.describe(device, () => {
    let signedIn: BrowserContext;
    let signedOut: BrowserContext;
    let lived: LivedInTrip;

    test.beforeAll(async ({ browser }) => {
      // Colours that are on their way from one theme to the other are nobody's.
      const options = { ...DEVICES[device], baseURL: appUrl(), reducedMotion: "reduce" as const };
      signedIn = await browser.newContext(options);
      signedOut = await browser.newContext(options);
      const owner = await enter(signedIn, "Ann Lee");
      const elsewhere = await browser.newContext();
      lived = await livedInTrip(owner, await enter(elsewhere, "Ben Okri"));
      await elsewhere.close();
    });

    test.afterAll(async () => {
      await signedIn.close();
      await signedOut.close();
      await closeDatabases();
    });

    for (const state of STATES.filter(({ only = device }) => only === device)) {
      test(`${state.name} can be used by everyone, in light and dark`, async () => {
        const page = await (state.signedOut ? signedOut : signedIn).newPage();
        await page.goto(state.path(lived));
        await state.reach?.(page, words("en"));
        for (const theme of ["light", "dark"]) {
          await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
          expect(await violations(page), theme).toEqual([]);
        }
        await page.close();
      });
    }
  });
}

/** In words: the rule, and where it is broken. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html}`),
  );
}
