import { expect, test } from "vitest";
import enTrip from "#app/_i18n/messages/en/trip.json" with { type: "json" };
import enTrips from "#app/_i18n/messages/en/trips.json" with { type: "json" };
import zhTrip from "#app/_i18n/messages/zh/trip.json" with { type: "json" };
import zhTrips from "#app/_i18n/messages/zh/trips.json" with { type: "json" };
import { DELETED_TRIP_DAYS } from "#lib/shared/trip-trash.ts";

test.each([
  ["en", enTrips, enTrip],
  ["zh", zhTrips, zhTrip],
])("the pages say in %s how long a deleted trip is kept", (_, trips, { banner }) => {
  const days = new RegExp(`\\b${DELETED_TRIP_DAYS}\\b`);
  for (const text of [trips.deletedText, trips.deletedEmptyText, banner.deletedOwn])
    expect(text).toMatch(days);
});
