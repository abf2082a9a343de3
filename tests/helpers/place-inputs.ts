import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { coversApi } from "#lib/shared/api/covers.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newInvite, patchTrip } from "#tests/factories/trips.ts";
import type { SendInput } from "./handlers.ts";
import { newPicture } from "./pictures.ts";

function onTrip({ tripId }: TripFixture, query: SendInput["query"] = {}): SendInput {
  return { params: { tripId }, query };
}

function newStopIn({ trip }: TripFixture, name: string) {
  return { id: uuidv7(), dayId: trip.days[0]?.id, name, place: { lat: 35, lng: 135.77 } };
}
const MONTE_CARLO = { south: "43.735", west: "7.42", north: "43.745", east: "7.435" };

/** Gives the trip a picture of its own and returns its id. */
async function withCover({ owner, tripId }: TripFixture): Promise<string> {
  const { data: file } = await call(
    attachmentsApi.upload,
    {
      params: { tripId },
      query: { target: `trip:${tripId}`, name: "Cover.png" },
      file: new Blob([await newPicture()]),
    },
    as(owner),
  );
  await patchTrip(owner, tripId, { cover: { kind: "file", id: file.id } });
  const { data: cover } = await call(coversApi.get, { params: { tripId } }, as(owner));
  return new URL(cover.picture?.path ?? "", "http://localhost").searchParams.get("key") ?? "";
}

async function byInvite({ owner, tripId }: TripFixture) {
  return { token: (await newInvite(owner, tripId)).token };
}

/** Inputs of the endpoints that return facts from open services. */
export const PLACE_INPUTS = {
  "places.search": (): SendInput => ({ query: { q: "kyoto", limit: "5" } }),
  "places.searchForTrip": (scene: TripFixture) => onTrip(scene, { q: "kyoto", limit: "5" }),
  "places.about": (scene: TripFixture) => onTrip(scene, { lat: "43.7393", lng: "7.4282", ref: "osm:node/1" }),
  "places.around": (scene: TripFixture) => onTrip(scene, { category: "eat", ...MONTE_CARLO }),
  "places.plannedHours": (scene: TripFixture) => onTrip(scene),
  "places.picture": (scene: TripFixture) => onTrip(scene, { ref: "osm:node/1" }),
  "covers.get": (scene: TripFixture) => onTrip(scene),
  "covers.picture": async (scene: TripFixture) => onTrip(scene, { key: await withCover(scene) }),
  "covers.ofInvite": async (scene: TripFixture): Promise<SendInput> => ({ params: await byInvite(scene) }),
  "covers.pictureOfInvite": async (scene: TripFixture): Promise<SendInput> => ({
    query: { key: await withCover(scene) },
    params: await byInvite(scene),
  }),
  "places.readPaste": (scene: TripFixture): SendInput => ({
    ...onTrip(scene),
    body: { text: "Kyoto\n35.01, 135.77", links: [{ text: "Kyoto", href: "https://osm.org/node/1" }] },
  }),
  "stops.createMany": (scene: TripFixture): SendInput => ({
    ...onTrip(scene),
    body: { stops: [newStopIn(scene, "Gion"), newStopIn(scene, "Pontochō")] },
  }),
  "weather.ofTrip": (scene: TripFixture) => onTrip(scene),
};
