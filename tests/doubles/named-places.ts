import { foldText } from "#lib/shared/fold.ts";
import { answerJson, type LoopbackServer, startLoopback } from "./loopback-server.ts";

export interface NamedPlace {
  id: number;
  /** The local name; another field has the English one. */
  name: string;
  en?: string;
  lat: number;
  lng: number;
  city?: string;
  street?: string;
  /** The tag that classifies the object in OpenStreetMap. */
  tag?: readonly [key: string, value: string];
}

export interface NamedPlaces extends LoopbackServer {
  /** The search texts, in order of arrival. */
  asked: string[];
  /** Makes the server answer 503 to everything. */
  down(is: boolean): void;
}

/**
 * Starts a server that answers like Photon, with the places whose names or addresses contain each word of the search.
 */
export async function startNamedPlaces(places: readonly NamedPlace[]): Promise<NamedPlaces> {
  const asked: string[] = [];
  let isDown = false;
  const server = await startLoopback((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://places.test");
    const q = searchParams.get("q") ?? "";
    asked.push(q);
    if (isDown) return answerJson(response, 503, {});
    const english = searchParams.get("lang") === "en";
    const found = places.filter((place) => hasAll(place, q));
    answerJson(response, 200, {
      type: "FeatureCollection",
      features: found.map((place) => featureOf(place, english)),
    });
  });
  return { ...server, asked, down: (is) => void (isDown = is) };
}

function hasAll({ name, en = "", city = "", street = "" }: NamedPlace, q: string): boolean {
  const text = foldText([name, en, street, city].join(" "));
  return foldText(q)
    .split(" ")
    .every((word) => text.includes(word));
}

function featureOf({ id, name, en, lat, lng, city, street, tag }: NamedPlace, english: boolean): object {
  const [osm_key, osm_value] = tag ?? ["tourism", "attraction"];
  const properties = { osm_type: "N", osm_id: id, osm_key, osm_value, type: "house", city, street };
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [lng, lat] },
    properties: { ...properties, name: english ? (en ?? name) : name },
  };
}
