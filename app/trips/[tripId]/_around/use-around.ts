import type { Map as MapLibreMap } from "maplibre-gl";
import { useLocale } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { type AroundAnswer, usePlacesAround } from "#lib/client/places/places-around.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { AroundCategory } from "#lib/shared/around-categories.ts";
import { cellsOf, type MapBox } from "#lib/shared/map-cells.ts";
import type { AroundPlace, PlacesAround } from "#lib/shared/places-around.ts";
import { useOfferedServices } from "../_base/offered-services.tsx";
import type { MapPlace } from "../_model/places/seen-place.ts";
import { placesInTiles } from "../_model/places/street-places.ts";

interface Search {
  category: AroundCategory;
  box: MapBox;
}

export interface AroundSearch {
  category: AroundCategory | null;
  choose: (category: AroundCategory) => void;
  places: readonly MapPlace[];
  answer: PlacesAround | undefined;
  /** The state of the opening hours; `off` means that no service for them is configured. */
  state: AroundAnswer["state"] | "off" | "tooLarge";
  /** Whether the map shows another part than the one that was searched. */
  hasMoved: boolean;
  searchAgain: () => void;
}

/** Searches the visible part of the map when a category is chosen, and again on request. */
export function useAroundSearch(map: MapLibreMap): AroundSearch {
  const [search, setSearch] = useState<Search | null>(null);
  const { placeFacts } = useOfferedServices();
  const tripId = useTrip((trip) => trip.id);
  const language = useLocale();
  const isTooLarge = search !== null && cellsOf(search.box) === null;
  const query = search && placeFacts && !isTooLarge ? { category: search.category, ...search.box } : null;
  const { answer, state } = usePlacesAround({ tripId, language, query });
  const drawn = useDrawn(map, isTooLarge ? null : search);
  const category = search?.category;
  const told = useMemo(
    () => answer && category && answer.places.map((place) => seenPlace(place, category, answer.timezone)),
    [answer, category],
  );
  return {
    category: category ?? null,
    choose: (chosen) => setSearch({ category: chosen, box: boxOfMap(map) }),
    places: told && told.length > 0 ? told : drawn,
    answer,
    state: isTooLarge ? "tooLarge" : placeFacts ? state : "off",
    hasMoved: useHasMoved(map, search?.box ?? null),
    searchAgain: () => setSearch((now) => now && { ...now, box: boxOfMap(map) }),
  };
}

function seenPlace(place: AroundPlace, sort: AroundCategory, timezone: string): MapPlace {
  return { ...place, sort, timezone };
}

const NONE: readonly MapPlace[] = [];

/** Returns the places from the street tiles: at once, and again when the map has loaded all tiles. */
function useDrawn(map: MapLibreMap, search: Search | null): readonly MapPlace[] {
  const [drawn, setDrawn] = useState<readonly MapPlace[]>(NONE);
  const locale = useLocale();
  useEffect(() => {
    const look = () => setDrawn(search ? placesInTiles(map, { ...search, locale }) : NONE);
    look();
    map.once("idle", look);
    return () => void map.off("idle", look);
  }, [map, search, locale]);
  return drawn;
}

/** The map counts as moved when it has moved by this share of the searched part. */
const FAR = 1 / 3;

function useHasMoved(map: MapLibreMap, box: MapBox | null): boolean {
  const [hasMoved, setMoved] = useState(false);
  useEffect(() => {
    const look = () => setMoved(box !== null && isElsewhere(boxOfMap(map), box));
    look();
    map.on("moveend", look);
    return () => void map.off("moveend", look);
  }, [map, box]);
  return hasMoved;
}

function isElsewhere(now: MapBox, box: MapBox): boolean {
  const [height, width] = [box.north - box.south, box.east - box.west];
  const grown = (now.north - now.south) / height;
  return (
    Math.abs(now.north - box.north) > height * FAR ||
    Math.abs(now.west - box.west) > width * FAR ||
    grown > 1.4 ||
    grown < 0.7
  );
}

function boxOfMap(map: MapLibreMap): MapBox {
  const bounds = map.getBounds();
  const [southWest, northEast] = [bounds.getSouthWest().wrap(), bounds.getNorthEast().wrap()];
  return {
    south: rounded(southWest.lat),
    west: rounded(southWest.lng),
    north: rounded(northEast.lat),
    east: rounded(northEast.lng),
  };
}

/** Returns degrees rounded to five decimals, which is about a metre. */
function rounded(degrees: number): number {
  return Number(degrees.toFixed(5));
}
