import { v7 as uuidv7 } from "uuid";
import type { Scene } from "#tests/factories/scenes.ts";
import type { SendInput } from "./handlers.ts";

function onTrip({ tripId }: Scene, query: SendInput["query"] = {}): SendInput {
  return { params: { tripId }, query };
}

function newStopIn({ trip }: Scene, name: string) {
  return { id: uuidv7(), dayId: trip.days[0]?.id, name, place: { lat: 35, lng: 135.77 } };
}
const MONTE_CARLO = { south: "43.735", west: "7.42", north: "43.745", east: "7.435" };

/** Of what open services tell. */
export const PLACE_INPUTS = {
  "places.search": (): SendInput => ({ query: { q: "kyoto", limit: "5" } }),
  "places.searchForTrip": (scene: Scene) => onTrip(scene, { q: "kyoto", limit: "5" }),
  "places.about": (scene: Scene) => onTrip(scene, { lat: "43.7393", lng: "7.4282", ref: "osm:node/1" }),
  "places.around": (scene: Scene) => onTrip(scene, { category: "eat", ...MONTE_CARLO }),
  "places.plannedHours": (scene: Scene) => onTrip(scene),
  "places.picture": (scene: Scene) => onTrip(scene, { ref: "osm:node/1" }),
  "places.readPaste": (scene: Scene): SendInput => ({
    ...onTrip(scene),
    body: { text: "Kyoto\n35.01, 135.77", links: [{ text: "Kyoto", href: "https://osm.org/node/1" }] },
  }),
  "stops.createMany": (scene: Scene): SendInput => ({
    ...onTrip(scene),
    body: { stops: [newStopIn(scene, "Gion"), newStopIn(scene, "Pontochō")] },
  }),
  "weather.ofTrip": (scene: Scene) => onTrip(scene),
};
