import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import words from "#app/_i18n/messages/en/trips.json" with { type: "json" };
import { initialOf, personTone, assignPersonTones } from "#app/_ui/person-tone.ts";
import { groupTrips } from "#app/trips/_list/group-trips.ts";
import {
  checkTripForm,
  creationProblemKey,
  currencyOf,
  draftTrip,
  withDestinationText,
} from "#app/trips/_list/new-trip.ts";
import { apiFilterOf, readTripListFilter } from "#app/trips/_list/trip-list-filter.ts";
import { TripNote } from "#app/trips/_list/trip-facts.tsx";
import { ApiError, ConnectionError } from "#lib/client/base/api.ts";
import { IdempotentCreates } from "#lib/client/base/idempotent-creates.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { NewTrip, TripSummary } from "#lib/shared/trips.ts";

const me = { id: "01980000-0000-7000-8000-000000000001", name: "Elina", image: null, defaultCurrency: "EUR" };
const now = new Date("2026-11-21T12:00:00Z");
let made = 0;

function trip(title: string, start = "", end = start, more: Partial<TripSummary> = {}): TripSummary {
  made += 1;
  const id = `01980000-0000-7000-8000-${String(made).padStart(12, "0")}`;
  return {
    ...draftTrip({ where: title, place: null, start, end, currency: null }, id, me, "UTC", now).draft,
    ...more,
  };
}

const titles = (trips: readonly TripSummary[]) => trips.map(({ title }) => title);

describe("groupTrips", () => {
  test("puts the soonest trip first, the last change first, and the past by years", () => {
    const groups = groupTrips([
      trip("Spring", "2027-03-12"),
      trip("Winter", "2026-12-27", "2027-01-03"),
      trip("Now", "2026-11-20", "2026-11-22"),
      trip("Old idea", "", "", { updatedAt: "2026-01-01T00:00:00Z" }),
      trip("New idea"),
      trip("Last June", "2026-06-05", "2026-06-08"),
      trip("Last July", "2026-07-11"),
      trip("New Year", "2025-12-30", "2026-01-02"),
      trip("Two years ago", "2024-05-01"),
      trip("Kept", "2024-05-01", "2024-05-01", { status: "archived" }),
    ]);
    expect(titles(groups.ongoing)).toEqual(["Now"]);
    expect(titles(groups.upcoming)).toEqual(["Winter", "Spring"]);
    expect(titles(groups.ideas)).toEqual(["New idea", "Old idea"]);
    expect(groups.past.map(({ year, trips }) => [year, titles(trips)])).toEqual([
      ["2026", ["Last July", "Last June", "New Year"]],
      ["2024", ["Two years ago"]],
    ]);
  });
});

test.each([
  [{ stopCount: 28, plannedCount: 27 }, "27 stops planned"],
  [{ stopCount: 3, plannedCount: 0 }, "Nothing planned yet"],
  // A summary that a device stored when the field did not exist yet.
  [{ stopCount: 3, plannedCount: undefined }, "3 stops planned"],
])("a trip's line counts what is on days, not the ideas: %j", (counts, said) => {
  const children = createElement(TripNote, { trip: trip("Kyoto", "2027-03-12", "2027-03-14", counts) });
  const frame = { locale: "en" as const, timeZone: "UTC", messages: { trips: words }, children };
  expect(renderToStaticMarkup(createElement(NextIntlClientProvider, frame))).toContain(`>${said}<`);
});

describe("checkTripForm", () => {
  const form = { where: "Kyoto", place: null, start: "", end: "", currency: "JPY" };

  test.each([
    [{ ...form }, {}],
    [{ ...form, where: "  " }, { where: "where" }],
    [{ ...form, where: "x".repeat(121) }, { where: "long" }],
    [{ ...form, start: "2026-11-14" }, { dates: "end" }],
    [{ ...form, end: "2026-11-14" }, { dates: "start" }],
    [{ ...form, start: "2026-11-15", end: "2026-11-14" }, { dates: "order" }],
    [{ ...form, start: "2026-01-01", end: "2027-01-02" }, { dates: "days" }],
    [{ ...form, start: "2026-01-01", end: "2027-01-01" }, {}],
  ])("%j is %j", (typed, errors) => {
    expect(checkTripForm(typed)).toEqual(errors);
  });
});

describe("draftTrip", () => {
  test("makes a request that the service takes, and the row that it will answer with", () => {
    const form = { where: " Kyoto ", place: null, start: "2026-12-14", end: "2026-12-21", currency: "JPY" };
    const id = "01980000-0000-7000-8000-00000000abcd";
    const { input, draft } = draftTrip(form, id, me, "Europe/Helsinki", now);
    expect(NewTrip.parse(input)).toEqual(input);
    expect(input).toMatchObject({ id, title: "Kyoto", startDate: "2026-12-14", timezone: "Europe/Helsinki" });
    expect(TripSummary.parse(draft)).toMatchObject({ id, title: "Kyoto", status: "upcoming", role: "owner" });
  });

  test("an idea has no dates at all", () => {
    const { input, draft } = draftTrip(
      { where: "Oslo", place: null, start: "", end: "", currency: "NOK" },
      me.id,
      me,
      "UTC",
      now,
    );
    expect(Object.keys(input)).not.toContain("startDate");
    expect(draft.status).toBe("undated");
  });

  test("takes point, clock and country from the place that was picked", () => {
    const form = { where: "京都 in autumn", place: kyoto, start: "", end: "", currency: null };
    const { input, draft } = draftTrip(form, me.id, me, "Europe/Helsinki", now);
    expect(NewTrip.parse(input)).toEqual(input);
    const destination = { name: "京都", lat: 35.02, lng: 135.75, timezone: "Asia/Tokyo", countryCode: "JP" };
    expect(input).toMatchObject({
      title: "京都 in autumn",
      destination,
      currency: "JPY",
      timezone: "Asia/Tokyo",
    });
    expect(draft).toMatchObject({ destination, currency: "JPY", timezone: "Asia/Tokyo" });
  });
});

const kyoto: PlaceDto = {
  placeRef: "geonames:1857910",
  name: "京都",
  kind: "city",
  lat: 35.02,
  lng: 135.75,
  countryCode: "JP",
  timezone: "Asia/Tokyo",
  source: "GeoNames",
  attribution: "GeoNames",
};

describe("the form's place", () => {
  const form = { where: "京都", place: kyoto, start: "", end: "", currency: null };

  test("stays while its name is part of the text, and goes with it", () => {
    expect(withDestinationText(form, "京都之秋").place).toBe(kyoto);
    expect(withDestinationText(form, "京").place).toBeNull();
  });

  test("says the currency, unless a person did, or there is none", () => {
    expect(currencyOf(form, "EUR")).toBe("JPY");
    expect(currencyOf({ ...form, currency: "USD" }, "EUR")).toBe("USD");
    expect(currencyOf({ ...form, place: null }, "EUR")).toBe("EUR");
    expect(currencyOf({ ...form, place: { ...kyoto, countryCode: "AQ" } }, "EUR")).toBe("EUR");
  });
});

function refused(status: number, code: string, path = ""): ApiError {
  const issues = path === "" ? [] : [{ path, message: "No." }];
  return new ApiError(status, { code, message: "An English sentence.", issues, requestId: "" });
}

describe("a create", () => {
  const form = { where: "Oslo", start: "", end: "", currency: "NOK" };
  test("whose answer was lost is the same one when it is sent again, whatever else was created meanwhile", () => {
    const attempts = new IdempotentCreates();
    const first = attempts.of(form);
    const other = attempts.of({ ...form, where: "Bergen" });
    expect(new Set([first.id, first.key, other.id, other.key]).size).toBe(4);
    for (const error of [
      new ConnectionError(null),
      refused(503, "UNAVAILABLE"),
      refused(429, "RATE_LIMITED"),
    ]) {
      attempts.settle(form, error);
      expect(attempts.of({ ...form })).toEqual(first);
    }
  });

  test("that is asked for again much later is another one", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const attempts = new IdempotentCreates();
    const first = attempts.of(form);
    vi.advanceTimersByTime(9 * 60_000);
    expect(attempts.of(form)).toEqual(first);
    vi.advanceTimersByTime(60_000);
    const next = attempts.of(form);
    expect(next.id).not.toBe(first.id);
    expect(attempts.of(form)).toEqual(next);
    vi.useRealTimers();
  });

  test("that was made or refused is over: the next one is another", () => {
    const attempts = new IdempotentCreates();
    for (const error of [undefined, refused(409, "ID_TAKEN")]) {
      const before = attempts.of(form);
      attempts.settle(form, error);
      expect(attempts.of(form).id).not.toBe(before.id);
    }
  });

  test.each([
    [new ConnectionError(null), "createFailed"],
    [refused(500, "INTERNAL"), "createFailed"],
    [refused(401, "UNAUTHENTICATED"), "createSignedOut"],
    [refused(429, "RATE_LIMITED"), "createTooMany"],
    [refused(422, "VALIDATION_FAILED", "destination.name"), "createWrongName"],
    [refused(422, "VALIDATION_FAILED", "body.currency"), "createRefused"],
  ])("that fails with %s says so in the reader's words", (error, key) => {
    expect(creationProblemKey(error)).toBe(key);
  });
});

test("a shelf is only what the list knows", () => {
  expect([
    readTripListFilter("archived"),
    readTripListFilter("deleted"),
    readTripListFilter("all"),
    readTripListFilter("lost"),
    readTripListFilter(["archived"]),
  ]).toEqual(["archived", "deleted", "all", "current", "current"]);
  expect(apiFilterOf("current")).toBeUndefined();
});

describe("people", () => {
  test("keep their tone, and stand apart from each other while tones last", () => {
    const ids = Array.from({ length: 6 }, (_, index) => `user-${index}`);
    expect(assignPersonTones([ids[0] ?? ""])).toEqual([personTone(ids[0] ?? "")]);
    expect(new Set(assignPersonTones(ids)).size).toBe(6);
    expect(assignPersonTones([...ids, "one-more"])).toHaveLength(7);
    for (const tone of assignPersonTones([...ids, "one-more"])) expect(tone).toBeLessThan(7);
  });

  test("are drawn by their first letter, whatever it is made of", () => {
    expect(["elina", " 陈思远", "👩‍🚀 Ripley", "é", ""].map(initialOf)).toEqual(["E", "陈", "👩‍🚀", "É", "?"]);
  });
});
