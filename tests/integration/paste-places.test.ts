import { beforeAll, describe, expect, test } from "vitest";
import { placesApi } from "#lib/shared/api/places.ts";
import { PasteReading, type PastedPart } from "#lib/shared/pasted-text.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import type { TripDto } from "#lib/shared/trips.ts";

let owner: Person;
let trip: TripDto;
beforeAll(async () => {
  owner = await newPerson();
  trip = await newTrip(owner, { destination: { name: "Kyoto", lat: 35.02, lng: 135.75 } });
});
test("x", async () => {
  const { status, body } = await send(placesApi.readPaste, {
    token: owner.token,
    params: { tripId: trip.id },
    body: {
      text: "Kyoto\n9:30 Osaka\n35.0394, 135.7292\nKinkaku (35.0394, 135.7292)\nNowherevillexx\nhttps://maps.app.goo.gl/abc\nWe went to Nara and then to Uji. It was nice.\n第一天：京都、大阪\nDay 2:",
    },
  });
  console.log(status, JSON.stringify(body, null, 1));
  void PasteReading;
});
