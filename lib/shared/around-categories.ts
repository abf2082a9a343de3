/** The categories of places that a user can search for around a point of the map. */
export const AROUND_CATEGORIES = [
  "eat",
  "coffee",
  "sights",
  "museums",
  "shops",
  "groceries",
  "pharmacies",
  "cash",
  "stations",
  "toilets",
  "playgrounds",
] as const;
export type AroundCategory = (typeof AROUND_CATEGORIES)[number];

interface AroundSort {
  /** The tag values of OpenStreetMap that belong to the category, by tag key. */
  tags: Readonly<Record<string, readonly string[]>>;
  /** Most places of this category have no name; their kind serves as the name. */
  isNameless?: true;
}

/** The OpenStreetMap tags of each category. */
export const AROUND_CATEGORY_TAGS: Readonly<Record<AroundCategory, AroundSort>> = {
  eat: { tags: { amenity: words("restaurant fast_food food_court") } },
  coffee: { tags: { amenity: words("cafe ice_cream") } },
  sights: {
    tags: {
      tourism: words("attraction viewpoint zoo aquarium theme_park"),
      historic: words("monument castle fort ruins archaeological_site city_gate"),
    },
  },
  museums: { tags: { tourism: words("museum gallery") } },
  shops: {
    tags: {
      shop: words(
        "mall department_store clothes shoes books gift jewelry electronics sports outdoor cosmetics perfumery toys bag music art antiques stationery",
      ),
    },
  },
  groceries: {
    tags: {
      shop: words("supermarket convenience greengrocer bakery butcher deli grocery farm"),
      amenity: words("marketplace"),
    },
  },
  pharmacies: { tags: { amenity: words("pharmacy") } },
  cash: { tags: { amenity: words("atm bank bureau_de_change") }, isNameless: true },
  stations: {
    tags: { railway: words("station halt tram_stop"), amenity: words("bus_station ferry_terminal") },
  },
  toilets: { tags: { amenity: words("toilets") }, isNameless: true },
  playgrounds: { tags: { leisure: words("playground") }, isNameless: true },
};

function words(list: string): string[] {
  return list.split(" ");
}

/** Subclasses of the OpenMapTiles schema that differ from OpenStreetMap's values, with their categories. */
const IN_TILES: Readonly<Record<string, AroundCategory>> = { subway: "stations" };

const OF_VALUE: ReadonlyMap<string, AroundCategory> = new Map([
  ...AROUND_CATEGORIES.flatMap((category) =>
    Object.values(AROUND_CATEGORY_TAGS[category].tags).flatMap((values) =>
      values.map((value) => [value, category] as const),
    ),
  ),
  ...Object.entries(IN_TILES),
]);

/** The category of an object in the layer `poi` of the street tiles, by its subclass; null: no category. */
export function aroundCategoryOf(subclass: string): AroundCategory | null {
  return OF_VALUE.get(subclass) ?? null;
}
