import {
  answerJson,
  answerTrouble,
  type LoopbackServer,
  startLoopback,
  type Trouble,
} from "./loopback-server.ts";

export type PlacesTrouble = Trouble | "huge" | "redirect" | "busy" | "odd";

export interface PlacesRequest {
  path: string;
  params: Record<string, string>;
  userAgent: string | undefined;
  language: string | undefined;
  /** The time of arrival in milliseconds, from which tests compute the time between requests. */
  at: number;
}

export interface PlacesServer extends LoopbackServer {
  requests: PlacesRequest[];
  trouble(kind: PlacesTrouble | null): void;
}

/** What both kinds of server know: a temple and its town. */
const TEMPLE = { id: 1234, lat: 34.9948, lng: 135.785 };

function feature(name: string, more: object, coordinates: unknown = [TEMPLE.lng, TEMPLE.lat]) {
  return { type: "Feature", geometry: { type: "Point", coordinates }, properties: { name, ...more } };
}

const IN_JAPAN = { country: "Japan", countrycode: "JP", state: "Kyoto Prefecture", city: "Kyoto" };

function photonAnswer(): object {
  const features = [
    feature("Kiyomizu-dera", {
      osm_type: "W",
      osm_id: TEMPLE.id,
      osm_key: "amenity",
      osm_value: "place_of_worship",
      type: "house",
      street: "Kiyomizu-zaka",
      ...IN_JAPAN,
    }),
    feature(
      "Kyoto",
      { osm_type: "R", osm_id: 357794, osm_key: "place", osm_value: "city", type: "city", ...IN_JAPAN },
      [135.7556, 35.0212],
    ),
    // The service must leave out the following invalid results and use the rest.
    feature("Nowhere", { osm_type: "N", osm_id: 5, osm_key: "place", osm_value: "town" }, [999, 35]),
    feature("Odd", { osm_type: "X", osm_id: -1 }),
    { properties: null },
  ];
  return { type: "FeatureCollection", features };
}

function nominatimAnswer(): object {
  return [
    {
      place_id: 1,
      osm_type: "way",
      osm_id: TEMPLE.id,
      lat: String(TEMPLE.lat),
      lon: String(TEMPLE.lng),
      category: "amenity",
      type: "place_of_worship",
      addresstype: "amenity",
      name: "清水寺",
      display_name: "清水寺, 清水坂, 京都市, 日本",
      address: { country_code: "jp", state: "京都府" },
    },
    {
      osm_type: "node",
      osm_id: 7,
      lat: "north",
      lon: "135",
      category: "place",
      type: "town",
      display_name: "Bad",
    },
  ];
}

const ODD = "Kyoto\u0000\u202e with\nlines";

/** Starts a server that answers like Photon (`/api`) and like Nominatim (`/search`). */
export async function startPlacesServer(): Promise<PlacesServer> {
  const requests: PlacesRequest[] = [];
  let trouble: PlacesTrouble | null = null;
  const server = await startLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://places.test");
    requests.push({
      path: pathname,
      params: Object.fromEntries(searchParams),
      userAgent: request.headers["user-agent"],
      language: request.headers["accept-language"],
      at: performance.now(),
    });
    if (trouble === "redirect") return void response.writeHead(302, { location: `${pathname}?moved` }).end();
    if (trouble === "busy") return void response.writeHead(429, { "retry-after": "60" }).end();
    if (trouble === "huge") return void response.writeHead(200).end(`"${"x".repeat(1024 * 1024)}"`);
    if (trouble === "odd") {
      const names = { osm_type: "N", osm_id: 9, osm_key: "place", osm_value: "town", countrycode: "??" };
      const good = { ...names, countrycode: "JP", state: 5 };
      return answerJson(response, 200, { features: [feature(ODD, good), feature("Bad country", names)] });
    }
    if (answerTrouble(response, trouble)) return;
    answerJson(response, 200, pathname === "/api" ? photonAnswer() : nominatimAnswer());
  });
  return {
    ...server,
    requests,
    trouble(kind) {
      trouble = kind;
    },
  };
}
