import { expect, test } from "vitest";
import { placeLink, routeLinks } from "#lib/shared/map-apps.ts";

const CASINO = { name: "Casino & café", lat: 43.7393, lng: 7.4282 };

test.each([
  ["google", CASINO, "https://www.google.com/maps/search/?api=1&query=43.7393%2C7.4282"],
  ["apple", CASINO, "https://maps.apple.com/place?coordinate=43.7393%2C7.4282&name=Casino+%26+caf%C3%A9"],
  ["osm", CASINO, "https://www.openstreetmap.org/?mlat=43.7393&mlon=7.4282#map=17/43.7393/7.4282"],
  ["osm", { ...CASINO, placeRef: "osm:way/157719658" }, "https://www.openstreetmap.org/way/157719658"],
  [
    "osm",
    { ...CASINO, placeRef: "geonames:1" },
    "https://www.openstreetmap.org/?mlat=43.7393&mlon=7.4282#map=17/43.7393/7.4282",
  ],
] as const)("in %s, %j is %s", (app, place, link) => {
  expect(placeLink(app, place)).toBe(link);
});

const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ lat: index, lng: -index }));

function at(link: string | undefined) {
  return Object.fromEntries(new URL(link ?? "").searchParams);
}

test("a way of two has no stops between them, and one of more has them in their order", () => {
  expect(at(routeLinks("google", pointsOf(2), "walk")[0])).toEqual({
    api: "1",
    origin: "0,0",
    destination: "1,-1",
    travelmode: "walking",
  });
  expect(at(routeLinks("google", pointsOf(4), "cycle")[0])).toMatchObject({
    waypoints: "1,-1|2,-2",
    travelmode: "bicycling",
  });
  const [apple = ""] = routeLinks("apple", pointsOf(4), "transit");
  expect(new URL(apple).searchParams.getAll("waypoint")).toEqual(["1,-1", "2,-2"]);
  expect(at(apple)).toMatchObject({ source: "0,0", destination: "3,-3", mode: "transit" });
});

test.each([1, 2, 11, 12, 21, 22, 40])("a way of %i points is led to its end, part by part", (count) => {
  const points = pointsOf(count);
  const parts = routeLinks("google", points, "drive").map((link) => {
    const { searchParams } = new URL(link);
    const between = searchParams.get("waypoints")?.split("|") ?? [];
    expect(between.length).toBeLessThanOrEqual(9);
    return [searchParams.get("origin")].concat(between, searchParams.get("destination"));
  });
  for (const [index, part] of parts.slice(1).entries()) expect(part[0]).toBe(parts[index]?.at(-1));
  const walked = parts.flatMap((part, index) => (index === 0 ? part : part.slice(1)));
  expect(walked).toEqual(count < 2 ? [] : points.map(({ lat, lng }) => `${lat},${lng}`));
});
