import type { PlaceCategory } from "./place-categories.ts";

/** The values of OpenStreetMap's tags by key; `*` stands for every other value of the key. */
const CATEGORIES: Readonly<Record<string, Readonly<Record<string, PlaceCategory>>>> = {
  tourism: {
    ...all("hotel", "hotel hostel motel guest_house apartment chalet alpine_hut wilderness_hut"),
    ...all("campsite", "camp_site caravan_site"),
    ...all("museum", "museum gallery"),
    ...all("attraction", "attraction theme_park zoo aquarium artwork"),
    viewpoint: "viewpoint",
  },
  amenity: {
    ...all("restaurant", "restaurant fast_food food_court"),
    ...all("cafe", "cafe ice_cream"),
    ...all("bar", "bar pub biergarten nightclub"),
    ...all("theatre", "theatre arts_centre concert_hall"),
    cinema: "cinema",
    casino: "attraction",
    marketplace: "shop",
    ...all("worship", "place_of_worship monastery"),
    bus_station: "station",
    ferry_terminal: "ferry",
    ...all("parking", "parking parking_entrance parking_space bicycle_parking motorcycle_parking"),
    ...all("fuel", "fuel charging_station"),
    ...all("bank", "bank atm bureau_de_change"),
    ...all("health", "hospital clinic doctors dentist pharmacy veterinary"),
    ...all("education", "school university college kindergarten library language_school music_school"),
    ...all("office", "townhall courthouse embassy police post_office fire_station"),
  },
  leisure: {
    ...all("park", "park garden nature_reserve playground dog_park"),
    ...all("sport", "stadium sports_centre pitch fitness_centre swimming_pool ice_rink golf_course track"),
    beach_resort: "beach",
    marina: "ferry",
  },
  natural: { beach: "beach", "*": "nature" },
  waterway: { "*": "nature" },
  historic: { "*": "monument" },
  building: { ...all("worship", "church cathedral chapel mosque temple synagogue"), hotel: "hotel" },
  shop: { "*": "shop" },
  office: { "*": "office" },
  healthcare: { "*": "health" },
  railway: {
    ...all("station", "station halt"),
    ...all("stop", "tram_stop stop subway_entrance"),
  },
  public_transport: { station: "station", ...all("stop", "platform stop_position") },
  highway: { ...all("stop", "bus_stop platform") },
  aerialway: { station: "station" },
};

function all(category: PlaceCategory, values: string): Record<string, PlaceCategory> {
  return Object.fromEntries(values.split(" ").map((value) => [value, category]));
}

/** The category of the tag `key=value`; undefined where the table has none. */
export function categoryOfTag(key: string, value: string): PlaceCategory | undefined {
  const values = new Map(Object.entries(CATEGORIES[key] ?? {}));
  return values.get(value) ?? values.get("*");
}

/** The category of an object with several tags: that of its first key with a category. */
export function categoryOfTags(tags: Readonly<Record<string, string>>): PlaceCategory | undefined {
  for (const key of Object.keys(CATEGORIES)) {
    const found = categoryOfTag(key, tags[key] ?? "");
    if (found && tags[key] !== undefined) return found;
  }
  return undefined;
}

/** The category of a tag's value whose key is unknown, as in tiles of the OpenMapTiles schema. */
export function categoryOfValue(value: string): PlaceCategory | undefined {
  for (const values of Object.values(CATEGORIES))
    if (value !== "*" && Object.hasOwn(values, value)) return values[value];
  return undefined;
}
