import { beforeAll, describe, expect, test } from "vitest";
import { ensureGazetteer } from "#lib/local/gazetteer.ts";
import { type Gazetteer, openGazetteer } from "#lib/server/places/gazetteer.ts";
import { zoneAt } from "#lib/server/places/zone.ts";
import { isTimeZone } from "#lib/shared/dates.ts";

let gazetteer: Gazetteer;

beforeAll(async () => {
  await ensureGazetteer();
  gazetteer = await openGazetteer();
});

describe("the zone of", () => {
  test.each([
    ["Kyoto", 35.0116, 135.7681, "Asia/Tokyo"],
    ["Ürümqi", 43.8, 87.6, "Asia/Urumqi"],
    ["Adelaide", -34.93, 138.6, "Australia/Adelaide"],
    ["Ciudad Juárez", 31.72, -106.46, "America/Ciudad_Juarez"],
    ["El Paso, over the river", 31.76, -106.49, "America/Denver"],
    ["Kiritimati", 1.98, -157.47, "Pacific/Kiritimati"],
    ["Nukuʻalofa, beyond the date line", -21.13, -175.2, "Pacific/Tongatapu"],
    ["Tasiilaq", 65.61, -37.64, "America/Nuuk"],
    ["the middle of the Sahara", 23, 10, "Africa/Algiers"],
    ["the Pacific, far from everybody", 0, -150, "Etc/GMT+10"],
    ["the Atlantic", 30, -40, "Etc/GMT+3"],
    ["the Indian Ocean", -10, 80, "Etc/GMT-5"],
    ["the pole", 90, 0, "Etc/GMT"],
  ])("%s", (_, lat, lng, zone) => {
    expect(zoneAt(gazetteer, { lat, lng })).toBe(zone);
  });
});

test("every point has a zone that clocks can be set by, with the list of places or without", () => {
  for (let lat = -90; lat <= 90; lat += 9) {
    for (let lng = -180; lng <= 180; lng += 11) {
      for (const list of [gazetteer, null]) expect(isTimeZone(zoneAt(list, { lat, lng }))).toBe(true);
    }
  }
  expect(zoneAt(null, { lat: 35.0116, lng: 135.7681 })).toBe("Asia/Tokyo");
});
