import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { plantTexts } from "#tests/helpers/planted-texts.ts";
import { complaintsOf } from "./complaints.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

/**
 * Texts with several lines, with one line, in a short form, and as an address; each field gets the first that it
 * accepts.
 */
const HOSTILE = [
  [
    `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`,
    `"><svg onload=window.ran=1>' autofocus onfocus=window.ran=1 x='`,
    "[a link](javascript:window.ran=1) <a href=javascript:window.ran=1>x</a> javascript:window.ran=1",
    "{{constructor.constructor('window.ran=1')()}} ${window.ran=1} </textarea></title></style>",
  ].join("\n"),
  `"><img src=x onerror=window.ran=1><script>window.ran=1</script>`,
  "<svg onload=ran=1>",
  `https://evil.example/"><script>window.ran=1</script>`,
];
const SEEN = /onerror=|onload=/;

let context: BrowserContext;
let tripId: string;
let lived: LivedInTrip;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  const elsewhere = await browser.newContext();
  const owner = await signInNewPerson(context, HOSTILE[1]?.slice(0, 64) ?? "");
  const friend = await signInNewPerson(elsewhere, HOSTILE[2] ?? "");
  await elsewhere.close();
  lived = await livedInTrip(owner, friend);
  tripId = lived.trip.id;
  expect(await plantIn(lived, owner)).toBeGreaterThan(80);
});

/** Writes into every row of the trip through the API, and returns how many fields accepted a text. */
async function plantIn(
  { trip: { id, days }, castleId, dinnerId }: LivedInTrip,
  owner: Person,
): Promise<number> {
  const { data: trip } = await call(tripsApi.get, { params: { tripId: id } }, as(owner));
  const { data: items } = await call(itemsApi.list, { params: { tripId: id } }, as(owner));
  const { data: decisions } = await call(decisionsApi.list, { params: { tripId: id } }, as(owner));
  const { data: settlements } = await call(settlementsApi.list, { params: { tripId: id } }, as(owner));
  const { money } = trip.expenses.find((expense) => expense.id === dinnerId) ?? {};
  const [from, to] = [{ name: "A" }, { name: "B" }];
  const place = { lat: 38.7, lng: -9.1 };
  const suggested = { op: "stops.create", input: { dayId: days[0]?.id, name: "A" } };
  const writes: [Endpoint, Record<string, string>, object][] = [
    [tripsApi.update, {}, {}],
    ...days.map((day): (typeof writes)[number] => [daysApi.update, { dayId: day.id }, {}]),
    ...trip.stops.map((stop): (typeof writes)[number] => [stopsApi.update, { stopId: stop.id }, { place }]),
    ...trip.reservations.map((booking): (typeof writes)[number] => [
      reservationsApi.update,
      { reservationId: booking.id },
      { from, to },
    ]),
    ...trip.expenses.map((expense): (typeof writes)[number] => [
      expensesApi.update,
      { expenseId: expense.id },
      {},
    ]),
    [expensesApi.update, { expenseId: dinnerId }, { money }],
    ...settlements.map((row): (typeof writes)[number] => [
      settlementsApi.update,
      { settlementId: row.id },
      {},
    ]),
    ...items.map((item): (typeof writes)[number] => [itemsApi.update, { itemId: item.id }, {}]),
    ...decisions.map((row): (typeof writes)[number] => [decisionsApi.update, { decisionId: row.id }, {}]),
    [membersApi.addPlaceholder, {}, { name: "A" }],
    [commentsApi.create, {}, { target: { kind: "trip", id }, body: "A" }],
    [commentsApi.create, {}, { target: { kind: "stop", id: castleId }, body: "A" }],
    [suggestionsApi.create, {}, { changes: [suggested] }],
  ];
  let count = 0;
  for (const [endpoint, params, body] of writes) {
    const { input, paths } = plantTexts(endpoint, { body }, HOSTILE);
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? id);
    const headers = { authorization: `Bearer ${owner.token}`, "content-type": "application/json" };
    const init = { method: endpoint.method, headers, body: JSON.stringify(input.body) };
    const response = await fetch(`${appUrl()}${path}`, init);
    expect(response.ok, `${endpoint.id} ${await response.text()}`).toBe(true);
    count += paths.length;
  }
  return count;
}

test.afterAll(async () => {
  await context.close();
  await closeDatabases();
});

/** Checks that the written texts have added nothing to the page but text and plain links. */
async function expectInert(page: Page): Promise<void> {
  const alive = await page.evaluate(() => {
    const elements = [...document.querySelectorAll("*")];
    const handlers = elements.filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith("on")),
    );
    const links = elements.filter((element) =>
      /^(javascript|data|vbscript):/i.test(element.getAttribute("href") ?? ""),
    );
    return {
      ran: "ran" in window,
      handlers: handlers.map(({ outerHTML }) => outerHTML),
      links: links.map(({ outerHTML }) => outerHTML),
    };
  });
  expect(alive).toEqual({ ran: false, handlers: [], links: [] });
}

const PATHS: readonly (readonly [string, () => string])[] = [
  ["the trips", () => "/trips"],
  ["the plan", () => `/trips/${tripId}`],
  ["a stop", () => `/trips/${tripId}?stop=${lived.castleId}`],
  ["the bookings", () => `/trips/${tripId}?view=bookings`],
  ["a booking", () => `/trips/${tripId}?view=bookings&booking=${lived.flightId}`],
  ["the money", () => `/trips/${tripId}?view=money`],
  ["an expense", () => `/trips/${tripId}?view=money&expense=${lived.dinnerId}`],
  ["the lists", () => `/trips/${tripId}?view=lists`],
  ["ideas and questions", () => `/trips/${tripId}?view=ideas`],
  ["the history", () => `/trips/${tripId}?view=activity`],
  ["the trip as it was", () => `/trips/${tripId}?asOf=40`],
  ["the discussion", () => `/trips/${tripId}?talk=1`],
  ["the suggestions", () => `/trips/${tripId}?suggestions=1`],
  ["paper", () => `/trips/${tripId}/print`],
  ["an invite", () => `/invite/${lived.inviteToken}`],
  ["the account", () => "/account"],
];

/** The pages that `npm test` opens; `npm run test:long` opens all. */
const MAIN_PAGES = new Set(["the plan", "the discussion", "an invite"]);

for (const [name, pathOf] of PATHS) {
  const tag = MAIN_PAGES.has(name) ? [] : [LONG_TAG];
  test(`what people wrote is text on ${name}`, { tag }, async () => {
    const page = await context.newPage();
    const complaints = await complaintsOf(page);
    page.on("dialog", (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(pathOf());
    const words = page.getByText(SEEN).filter({ visible: true });
    const values = page.locator("input, textarea").filter({ visible: true });
    await expect
      .poll(async () => {
        const typed = await values.evaluateAll((fields) =>
          fields.map((field) => Reflect.get(field, "value")),
        );
        return (await words.count()) > 0 || typed.some((value) => /onerror=|onload=/.test(String(value)));
      })
      .toBe(true);
    await expectInert(page);
    expect(complaints).toEqual([]);
    await page.close();
  });
}

test("addresses that name scripts open none", { tag: LONG_TAG }, async () => {
  const page = await context.newPage();
  const complaints = await complaintsOf(page);
  const script = "javascript:window.ran=1";
  for (const path of [
    `/sign-in?next=${encodeURIComponent(script)}`,
    `/sign-in?next=${encodeURIComponent("//evil.example/")}`,
    `/sign-in?next=${encodeURIComponent("/\\evil.example/")}`,
    `/sign-in?next=${encodeURIComponent("https://evil.example/")}`,
    `/sign-up?next=${encodeURIComponent("/..//evil.example")}`,
    `/two-factor?next=${encodeURIComponent("//evil.example")}`,
    `/trips/${tripId}?view=${encodeURIComponent('"><img src=x onerror=window.ran=1>')}&stop=${encodeURIComponent(script)}`,
    `/trips?filter=${encodeURIComponent('"><script>window.ran=1</script>')}`,
    `/sign-in?error=${encodeURIComponent("<img src=x onerror=window.ran=1>")}`,
  ]) {
    await page.goto(path);
    await expect(page.locator("h1, h2").first()).toBeVisible();
    expect(new URL(page.url()).origin, path).toBe(new URL(appUrl()).origin);
    await expectInert(page);
    const outside = page.locator('a[href*="evil.example"]:not([href*="next="])');
    expect(await outside.count(), path).toBe(0);
  }
  expect(complaints).toEqual([]);
  await page.close();
});
