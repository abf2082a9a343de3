import { describe, expect, test } from "vitest";
import { minutesNeeded, type Leg, timedWaypoints } from "#lib/shared/legs.ts";
import { plannedDeparture } from "#lib/shared/planned-departure.ts";

const SUMMER = { date: "2027-04-05", zone: "Europe/Lisbon" };
/** A date on which the clocks in Lisbon and London go forward at one in the morning. */
const SPRING = { date: "2027-03-28", zone: "Europe/Lisbon" };
const AUTUMN = { date: "2027-10-31", zone: "Europe/Lisbon" };

function stop(startTime: string | null, endTime: string | null = null, timezone: string | null = null) {
  return { startTime, endTime, timezone, travelMode: "transit" as const };
}

describe("when one rides from one stop to the next", () => {
  test.each([
    [
      "at the end of the first",
      stop("09:00", "10:30"),
      stop("12:00"),
      SUMMER,
      "departure",
      "2027-04-05T09:30Z",
    ],
    [
      "at its start, where it has no end",
      stop("09:00"),
      stop("12:00"),
      SUMMER,
      "departure",
      "2027-04-05T08:00Z",
    ],
    ["at an end without a start", stop(null, "10:30"), stop(null), SUMMER, "departure", "2027-04-05T09:30Z"],
    ["to be there in time", stop(null), stop("12:00"), SUMMER, "arrival", "2027-04-05T11:00Z"],
    ["in the morning, where nobody says", stop(null), stop(null), SUMMER, "assumed", "2027-04-05T09:00Z"],
    ["after midnight", stop("22:00", "01:00"), stop(null), SUMMER, "departure", "2027-04-06T00:00Z"],
    [
      "by the first stop's clock",
      stop("09:00", null, "Asia/Tokyo"),
      stop(null),
      SUMMER,
      "departure",
      "2027-04-05T00:00Z",
    ],
    [
      "by the next stop's clock",
      stop(null),
      stop("12:00", null, "Asia/Tokyo"),
      SUMMER,
      "arrival",
      "2027-04-05T03:00Z",
    ],
    ["no sooner than one can", stop("09:00", "10:31"), stop(null), SUMMER, "departure", "2027-04-05T09:35Z"],
    ["no later than one must", stop(null), stop("12:04"), SUMMER, "arrival", "2027-04-05T11:00Z"],
    ["before clocks go forward", stop("00:30"), stop(null), SPRING, "departure", "2027-03-28T00:30Z"],
    ["in an hour that is left out", stop("01:30"), stop(null), SPRING, "departure", "2027-03-28T01:30Z"],
    ["after clocks went forward", stop("09:00"), stop(null), SPRING, "departure", "2027-03-28T08:00Z"],
    ["in an hour that comes twice", stop("01:30"), stop(null), AUTUMN, "departure", "2027-10-31T00:30Z"],
    ["after clocks went back", stop("09:00"), stop(null), AUTUMN, "departure", "2027-10-31T09:00Z"],
  ] as const)("%s", (_, from, to, day, by, at) => {
    expect(plannedDeparture(from, to, day)).toEqual({ by, at: Date.parse(at) });
  });

  test("is after the last time that the day has before, where neither stop has one", () => {
    const earlier = [stop("09:00", "10:31"), stop(null), stop("08:00")];
    expect(plannedDeparture(stop(null), stop(null), SUMMER, earlier)).toEqual({
      by: "assumed",
      at: Date.parse("2027-04-05T09:35Z"),
    });
    expect(plannedDeparture(stop(null), stop("12:00"), SUMMER, earlier)?.by).toBe("arrival");
  });

  test("is a matter of public transport alone", () => {
    for (const travelMode of ["walk", "drive", null] as const)
      expect(plannedDeparture(stop("09:00"), { ...stop(null), travelMode }, SUMMER)).toBeNull();
  });

  test("stands beside each stop of a day", () => {
    const place = { lat: 38.7, lng: -9.1 };
    const stops = [
      { ...stop("09:00"), place },
      { ...stop("10:00"), place: null },
      { ...stop("11:00"), place },
    ];
    expect(timedWaypoints(stops, SUMMER).map(({ ride }) => ride)).toEqual([
      null,
      { by: "departure", at: Date.parse("2027-04-05T08:00Z") },
    ]);
    const untimed = [...stops, { ...stop(null), place }, { ...stop(null), place }];
    expect(timedWaypoints(untimed, SUMMER).at(-1)?.ride).toEqual({
      by: "assumed",
      at: Date.parse("2027-04-05T10:00Z"),
    });
  });
});

describe("the time that a way needs", () => {
  const zone = "Europe/Lisbon";
  const connection = {
    departsAt: { local: "2027-04-05T14:32", zone },
    arrivesAt: { local: "2027-04-05T14:51", zone },
    minutes: 19,
  };
  const ride = { mode: "transit", meters: 8000, minutes: 19, isRouted: true } as const;
  const leaving = Date.parse("2027-04-05T13:20Z");

  test("includes the wait for a departure, and else is what it takes", () => {
    const rest = { transfers: 0, parts: [], others: [], plannedFor: { at: "", by: "departure" as const } };
    const timed: Leg = { ...ride, transit: { ...connection, ...rest } };
    expect(minutesNeeded(timed, leaving)).toBe(31);
    expect(minutesNeeded(ride, leaving)).toBe(19);
    expect(minutesNeeded(null, leaving)).toBe(0);
  });
});
