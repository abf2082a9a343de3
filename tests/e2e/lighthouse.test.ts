// @long: accessibility and best practices as Lighthouse judges; states has axe
import { expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { newLivelyTrip } from "#tests/factories/sample-trip.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";
import { type Audit, audit, type FormFactor } from "#tests/lighthouse/audit.ts";
import { type AuditBrowser, openAuditBrowser } from "#tests/lighthouse/audit-browser.ts";
import { appUrl, signInNewPerson } from "./entering.ts";

/*
 * These tests run the audits of Lighthouse whose result is the same on every machine. `npm run lighthouse` measures
 * speed.
 */

let browser: AuditBrowser;
let tripId: string;

test.beforeAll(async () => {
  browser = await openAuditBrowser("off");
  const owner = await signInNewPerson(browser.context, "Ann Lee");
  tripId = await newLivelyTrip(owner);
});

test.afterAll(async () => {
  await browser.close();
  await closeDatabases();
});

const PAGES: ReadonlyArray<[name: string, form: FormFactor, path: () => string, ...tag: string[]]> = [
  ["a trip", "mobile", () => `/trips/${tripId}`],
  ["the list of trips", "mobile", () => "/trips", LONG_TAG],
  ["a trip", "desktop", () => `/trips/${tripId}`, LONG_TAG],
  ["the account", "mobile", () => "/account", LONG_TAG],
  ["the licences", "desktop", () => "/licences", LONG_TAG],
];

for (const [name, form, path, ...tag] of PAGES) {
  const title = `Lighthouse has nothing to say of ${name}, ${form}: accessibility and best practices`;
  test(title, { tag }, async () => {
    const categories = ["accessibility", "best-practices"] as const;
    const { scores, faults }: Audit = await audit(appUrl() + path(), {
      port: browser.port,
      form,
      categories,
    });

    expect(faults).toEqual([]);
    expect(Object.fromEntries(scores)).toEqual({ accessibility: 100, "best-practices": 100 });
  });
}
