import { expect, test } from "vitest";
import { opaqueId } from "#lib/server/street-view/opaque-ids.ts";
import { streetViewApi } from "#lib/shared/api/street-view.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { send, type SendInput } from "#tests/helpers/handlers.ts";
import { expectRefused, expectUnauthenticated } from "#tests/helpers/refusals.ts";

const OFF = "Street view is not turned on here.";

test("without a provider there is no street view, whoever asks and however", async () => {
  const { tripId, viewer, stranger } = await newTripFixture();
  const imageId = opaqueId(tripId, "primary", "123");
  const onPhoto: SendInput = { params: { tripId, imageId } };
  const onTrip: SendInput = { params: { tripId }, query: { lat: "1", lng: "1" } };
  const asked = [
    { endpoint: streetViewApi.search, input: onTrip },
    { endpoint: streetViewApi.get, input: onPhoto },
    { endpoint: streetViewApi.preview, input: onPhoto },
  ];
  for (const { endpoint, input } of asked) {
    expectUnauthenticated(await send(endpoint, input));
    for (const { token } of [viewer, stranger]) {
      for (const query of [input.query, { lat: "north", of: "here" }]) {
        expectRefused(await send(endpoint, { ...input, query, token }), 404, "STREET_VIEW_DISABLED", OFF);
      }
    }
  }
});

test("without a provider a viewer is told that it is off", async () => {
  const { tripId, guest } = await newTripFixture();
  const sent = await send(streetViewApi.viewerConfig, { params: { tripId }, token: guest.token });
  expect({ status: sent.status, body: sent.body }).toEqual({ status: 200, body: { enabled: false } });
});
