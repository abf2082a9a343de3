import { expect, test } from "vitest";
import { openDays } from "#lib/server/places/about/open-days.ts";

const NICE = { lat: 43.7, lng: 7.26, countryCode: "FR" };
/** The date of Christmas Eve, which is a Thursday. */
const EVE = "2026-12-24";

const open = (opens: string, closes: string) => ({ opens, closes });

test.each([
  [
    "Mo-Fr 08:00-19:00; Sa 08:00-13:00",
    [[open("08:00", "19:00")], [open("08:00", "19:00")], [open("08:00", "13:00")], []],
  ],
  [
    "Mo-Fr 12:00-14:30, 19:30-23:00",
    [
      [open("12:00", "14:30"), open("19:30", "23:00")],
      [open("12:00", "14:30"), open("19:30", "23:00")],
      [],
      [],
    ],
  ],
  // Christmas is a holiday.
  ["Mo-Fr 08:00-19:00; PH off", [[open("08:00", "19:00")], [], [], []]],
  // Hours past midnight belong to the evening before, even if that is before the first day.
  [
    "We-Su 23:30-05:30",
    [[open("23:30", "05:30")], [open("23:30", "05:30")], [open("23:30", "05:30")], [open("23:30", "05:30")]],
  ],
  [
    "Mo-Su 11:00-00:00",
    [[open("11:00", "00:00")], [open("11:00", "00:00")], [open("11:00", "00:00")], [open("11:00", "00:00")]],
  ],
  [
    "24/7",
    [[open("00:00", "00:00")], [open("00:00", "00:00")], [open("00:00", "00:00")], [open("00:00", "00:00")]],
  ],
  ["Th 10:00-26:00", [[open("10:00", "02:00")], [], [], []]],
  [
    "Mo-Sa 09:00–12:30,14:00–19:00",
    [
      [open("09:00", "12:30"), open("14:00", "19:00")],
      [open("09:00", "12:30"), open("14:00", "19:00")],
      [open("09:00", "12:30"), open("14:00", "19:00")],
      [],
    ],
  ],
  [
    'Th 10:00-18:00 "by appointment"',
    [[{ ...open("10:00", "18:00"), isUnsure: true, note: "by appointment" }], [], [], []],
  ],
  [
    "by appointment",
    Array.from({ length: 4 }, () => [{ ...open("00:00", "00:00"), isUnsure: true, note: "by appointment" }]),
  ],
  ["Th 18:00+", [[{ ...open("18:00", "04:00"), isUnsure: true }], [], [], []]],
])("%s", async (entry, spans) => {
  const found = await openDays(entry, NICE, EVE, "2026-12-27");
  expect(found?.isWithoutHolidays).toBe(false);
  expect(found?.days.map((day) => day.spans)).toEqual(spans);
  expect(found?.days.map(({ date }) => date)).toEqual([EVE, "2026-12-25", "2026-12-26", "2026-12-27"]);
});

test("what is said of holidays that nobody knows is left out, and that is told", async () => {
  const nowhere = { ...NICE, countryCode: null };
  for (const entry of ["Th,PH 10:00-12:00; SH off", "Th 10:00-12:00; PH off"]) {
    const found = await openDays(entry, nowhere, EVE, EVE);
    expect(found).toEqual({
      days: [{ date: EVE, spans: [open("10:00", "12:00")] }],
      isWithoutHolidays: true,
    });
  }
});

test.each(["Mo-Fr 25 o'clock", "", "PH off"])("%j says nothing of hours", async (entry) => {
  expect(await openDays(entry, { ...NICE, countryCode: null }, EVE, EVE)).toBeNull();
});

test("times are the place's, whatever zone this process is in, also where its clocks change", async () => {
  const zone = process.env.TZ;
  try {
    for (const name of ["UTC", "Asia/Tokyo", "America/New_York", "Europe/Berlin"]) {
      process.env.TZ = name;
      const found = await openDays("Mo-Su 09:30-18:15", NICE, "2027-03-27", "2027-03-29");
      expect(
        found?.days.map(({ spans }) => spans),
        name,
      ).toEqual(Array.from({ length: 3 }, () => [open("09:30", "18:15")]));
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
