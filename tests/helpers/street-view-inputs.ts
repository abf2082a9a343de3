import { opaqueId } from "#lib/server/street-view/opaque-ids.ts";
import { townWorld } from "#tests/doubles/street-world.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import type { SendInput } from "./handlers.ts";

const HERE = { lat: 35.0037, lng: 135.7788 };
const FLAT = townWorld()
  .within({ west: HERE.lng, south: HERE.lat, east: HERE.lng + 0.002, north: HERE.lat + 0.002 })
  .find(({ isPano }) => !isPano);

function onPhoto({ tripId }: TripFixture): SendInput {
  return { params: { tripId, imageId: opaqueId(tripId, "primary", FLAT?.id ?? "") } };
}

/** Inputs of street view's endpoints, for test files that have turned it on (`useStreetView`). */
export const STREET_VIEW_INPUTS = {
  "streetView.search": ({ tripId }: TripFixture): SendInput => ({
    params: { tripId },
    query: { lat: String(HERE.lat), lng: String(HERE.lng), radiusMeters: "50", limit: "3" },
  }),
  "streetView.get": onPhoto,
  "streetView.preview": onPhoto,
  "streetView.viewerConfig": ({ tripId }: TripFixture): SendInput => ({ params: { tripId } }),
};
