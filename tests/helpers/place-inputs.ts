import type { Scene } from "#tests/factories/scenes.ts";
import type { SendInput } from "./handlers.ts";

function onTrip({ tripId }: Scene, query: SendInput["query"] = {}): SendInput {
  return { params: { tripId }, query };
}

/** Of what open services tell. */
export const PLACE_INPUTS = {
  "places.search": (): SendInput => ({ query: { q: "kyoto", limit: "5" } }),
  "places.searchForTrip": (scene: Scene) => onTrip(scene, { q: "kyoto", limit: "5" }),
  "places.about": (scene: Scene) => onTrip(scene, { lat: "43.7393", lng: "7.4282", ref: "osm:node/1" }),
  "places.plannedHours": (scene: Scene) => onTrip(scene),
  "places.picture": (scene: Scene) => onTrip(scene, { ref: "osm:node/1" }),
  "weather.ofTrip": (scene: Scene) => onTrip(scene),
};
