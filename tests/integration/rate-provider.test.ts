import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { RateProvider } from "#lib/server/money/rate-provider.ts";
import { OpenServiceClient } from "#lib/server/open-services/open-service-client.ts";
import { OPEN_SERVICES } from "#lib/server/open-services/services.ts";
import { type RatesTrouble, startRatesServer } from "#tests/doubles/exchange-rates.ts";

const server = await startRatesServer();
/** The time at which the tests ask for rates, which is a Sunday. */
const NOW = Date.parse("2026-11-22T10:00:00Z");
const HOUR = 3_600_000;

afterAll(() => server.stop());
beforeEach(() => {
  server.trouble(null);
  server.answer(null);
  server.requests.length = 0;
});

/** Returns a provider whose service has no stored answers. */
function newProvider(deadlineMs = 3000) {
  const clock = { now: NOW };
  const now = () => clock.now;
  const service = { ...OPEN_SERVICES.rates, name: randomUUID(), deadlineMs };
  const provider = new RateProvider({ url: server.url, client: new OpenServiceClient(service, now), now });
  const find = async (date: string, ...currencies: string[]) => {
    const found = await provider.find(date, currencies);
    return found && { date: found.date, ...Object.fromEntries(found.rates) };
  };
  return { find, clock };
}

describe("what is asked and answered", () => {
  test("a banking day", async () => {
    const { find } = newProvider();
    expect(await find("2026-11-19", "USD", "JPY")).toEqual({
      date: "2026-11-19",
      EUR: "1",
      USD: "1.1345",
      JPY: "178.11",
    });
    expect(server.requests).toEqual(["/v1/2026-11-19?base=EUR&symbols=JPY,USD"]);
  });

  test("a day without banks has the rates, and the date, of the last one", async () => {
    const { find } = newProvider();
    expect(await find("2026-11-21", "EUR", "JPY")).toEqual({ date: "2026-11-20", EUR: "1", JPY: "178.91" });
  });

  test("days to come have the latest", async () => {
    const { find } = newProvider();
    expect(await find("2027-03-01", "JPY", "EUR")).toEqual({ date: "2026-11-20", EUR: "1", JPY: "178.91" });
    expect(server.requests).toEqual(["/v1/latest?base=EUR&symbols=JPY"]);
  });

  test("of several currencies those that are known", async () => {
    expect(await newProvider().find("2026-11-20", "USD", "KWD")).toEqual({
      date: "2026-11-20",
      EUR: "1",
      USD: "1.1361",
    });
  });

  test.each([
    ["2026-11-20", "KWD"],
    ["1998-01-01", "USD"],
  ])("%s %s is not known, which is no failure", async (date, currency) => {
    const { find } = newProvider();
    expect(await find(date, currency, "EUR")).toBeNull();
    expect(await find(date, currency, "EUR")).toBeNull();
    expect(server.requests).toHaveLength(1);
    expect(await find("2026-11-20", "USD", "EUR")).not.toBeNull();
  });

  test.each([400, 401, 403, 410, 451])("%s is about this question alone", async (status) => {
    const { find } = newProvider();
    server.answer(status);
    expect(await find("2026-11-20", "USD")).toBeNull();
    server.answer(null);
    expect(await find("2026-11-20", "USD")).toBeNull();
    expect(await find("2026-11-20", "JPY")).not.toBeNull();
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ["2026-11-18", "2026-11-19"],
    ["2026-11-20", "2026-11-09"],
    ["2027-03-01", "2026-11-11"],
    ["2026-11-22", "2026-11-23"],
  ])("for %s no rates of %s", async (date, answered) => {
    const { find } = newProvider();
    server.answer(200, { base: "EUR", date: answered, rates: { USD: 1.1 } });
    expect(await find(date, "USD")).toBeNull();
  });

  test.each([
    ["2026-11-20", "2026-11-10"],
    ["2027-03-01", "2026-11-12"],
    ["2027-03-01", "2026-11-22"],
  ])("for %s those of %s", async (date, answered) => {
    const { find } = newProvider();
    server.answer(200, { base: "EUR", date: answered, rates: { USD: 1.1 } });
    expect(await find(date, "USD")).toMatchObject({ date: answered, USD: "1.1" });
  });
});

describe("what is remembered", () => {
  test("a past day for a month, that it has none for a day, today for an hour", async () => {
    const { find, clock } = newProvider();
    const ask = async () => {
      await find("2026-11-20", "USD");
      await find("2026-11-20", "KWD");
      await find("2026-11-22", "USD");
      await awaitDeferredWork();
      return server.requests.splice(0).length;
    };
    expect(await ask()).toBe(3);
    clock.now += HOUR - 1;
    expect(await ask()).toBe(0);
    clock.now += 1;
    expect(await ask()).toBe(1);
    clock.now += 23 * HOUR;
    expect(await ask()).toBe(2);
  });

  test("those who ask at once wait for one request", async () => {
    const { find } = newProvider();
    const found = await Promise.all(Array.from({ length: 20 }, () => find("2026-11-20", "USD")));
    expect(new Set(found.map((day) => day?.date))).toEqual(new Set(["2026-11-20"]));
    expect(server.requests).toHaveLength(1);
  });
});

describe("trouble", () => {
  test.each<RatesTrouble>(["error", "garbage", "slow", "gone", "huge", "redirect", "other-base"])(
    "%s: nothing is known until it is well again",
    async (kind) => {
      const { find } = newProvider(kind === "slow" ? 100 : 3000);
      server.trouble(kind);
      expect(await find("2026-11-20", "USD")).toBeNull();
      // There was only one request, so a redirect was not followed.
      expect(server.requests).toHaveLength(1);
      server.trouble(null);
      // A request shares the answer of an earlier one for the same data that is still under way, so the test polls.
      await expect.poll(() => find("2026-11-20", "USD")).toMatchObject({ USD: "1.1361" });
    },
  );

  test("what was known before stays known", async () => {
    const { find } = newProvider();
    await find("2026-11-20", "USD");
    await awaitDeferredWork();
    server.trouble("error");
    expect(await find("2026-11-20", "JPY")).toBeNull();
    expect(await find("2026-11-20", "USD")).not.toBeNull();
  });
});
