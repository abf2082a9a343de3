import fc from "fast-check";
import { expect, test } from "vitest";
import { daySpots } from "#lib/server/weather/day-spots.ts";
import { forecastRequest } from "#lib/server/weather/open-meteo.ts";
import { pastMonths, usualWeather } from "#lib/server/weather/usual-weather.ts";
import { addDays } from "#lib/shared/dates.ts";

const SERVICE = { url: "https://weather.test" };

const date = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("2000-01-01", days));

test("the months of past years are five whole ones, of other years each, and all over", () => {
  fc.assert(
    fc.property(date, date, (wanted, today) => {
      const months = pastMonths(wanted, today);
      expect(new Set(months.map(({ from }) => from.slice(0, 4))).size).toBe(5);
      for (const { from, to } of months) {
        expect(from).toBe(`${from.slice(0, 4)}-${wanted.slice(5, 7)}-01`);
        expect(addDays(to, 1).slice(8)).toBe("01");
        expect(to < today).toBe(true);
      }
    }),
  );
});

test("what is usual lies within what there was, and a day that nobody knows much of has nothing usual", () => {
  const day = fc.record({
    date: fc.integer({ min: 1, max: 31 }).map((number) => `2024-07-${String(number).padStart(2, "0")}`),
    high: fc.integer({ min: 0, max: 40 }),
    low: fc.integer({ min: -40, max: 0 }),
    rain: fc.option(fc.integer({ min: 0, max: 90 })),
  });
  fc.assert(
    fc.property(fc.array(day, { maxLength: 60 }), (past) => {
      const near = past.filter((each) => Math.abs(Number(each.date.slice(8)) - 15) <= 3);
      const usual = usualWeather("2027-07-15", past);
      expect(usual === null).toBe(near.length < 10);
      if (!usual) return;
      expect(usual.high).toBeLessThanOrEqual(Math.max(...near.map(({ high }) => high)));
      expect(usual.low).toBeGreaterThanOrEqual(Math.min(...near.map(({ low }) => low)));
      const known = near.filter(({ rain }) => rain !== null);
      if (known.length === 0) expect(usual.rainChance).toBeNull();
      else
        expect(usual.rainChance).toBe(
          Math.round((100 * known.filter(({ rain }) => (rain ?? 0) >= 1).length) / known.length),
        );
    }),
  );
});

test("a day without a stop is where the day before it was, the first ones where the first stop is", () => {
  const nice = { lat: 43.7034, lng: 7.2663 };
  const rome = { lat: 41.8933, lng: 12.4829 };
  const lats = (spots: (typeof nice | null)[], destination: typeof nice | null) => {
    const days = spots.map((spot, index) => ({
      dayId: String(index),
      date: addDays("2027-04-01", index),
      spot,
    }));
    return daySpots(days, destination).map(({ spot }) => spot.lat);
  };
  expect(lats([null, nice, null, rome, null], rome)).toEqual([43.7, 43.7, 43.7, 41.9, 41.9]);
  expect(lats([null, null], rome)).toEqual([41.9, 41.9]);
  expect(lats([null, null], null)).toEqual([]);
});

test("of a spot no more is asked than a tenth of a degree", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (lat, lng) => {
        const [day] = daySpots([{ dayId: "1", date: "2027-04-01", spot: { lat, lng } }], null);
        const { url } = forecastRequest(SERVICE, day?.spot ?? { lat: 0, lng: 0 }, "2027-04-01");
        const query = new URL(url).searchParams;
        expect(query.get("latitude")).toMatch(/^-?\d+(\.\d)?$/);
        expect(query.get("longitude")).toMatch(/^-?\d+(\.\d)?$/);
      },
    ),
  );
});

test.each([
  [0, "clear"],
  [1, "clear"],
  [2, "partly-cloudy"],
  [3, "cloudy"],
  [45, "fog"],
  [55, "drizzle"],
  [65, "rain"],
  [75, "snow"],
  [81, "showers"],
  [86, "snow"],
  [95, "thunderstorm"],
  [10, null],
  [100, null],
  [-1, null],
  [null, null],
])("the code %s of the sky is %s", async (code, sky) => {
  const { read } = forecastRequest(SERVICE, { lat: 0, lng: 0 }, "2027-04-01");
  const daily = {
    time: ["2027-04-01", "2027-04-02"],
    weather_code: [code, 0],
    temperature_2m_max: [19.26, null],
    temperature_2m_min: [-0.04, 3],
  };
  const unknown = { rainChance: null, sunrise: null, sunset: null };
  expect(await read({ daily }, 200)).toEqual([{ date: "2027-04-01", sky, high: 19.3, low: 0, ...unknown }]);
});

test("the key of a paid plan is sent, and answers are kept without it", () => {
  const spot = { lat: 0, lng: 0 };
  const { url, sameAs } = forecastRequest({ ...SERVICE, apiKey: "a&b" }, spot, "2027-04-01");
  const plain = forecastRequest(SERVICE, spot, "2027-04-01");
  expect([url, sameAs]).toEqual([`${plain.url}&apikey=a%26b`, plain.url]);
});
