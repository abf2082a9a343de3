import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { MapPlace } from "../../_model/places/seen-place.ts";

/** Returns functions that name a place on the map and its kind, in the reader's language. */
export function usePlaceTitles() {
  const t = useTranslations("map");
  const places = useTranslations("places");
  const sortOf = ({ category, sort }: MapPlace) => {
    if (sort) return t(`around.one.${sort}`);
    return category ? places(`category.${category}`) : places("kind.poi");
  };
  return {
    title: (place: MapPlace) => place.name ?? sortOf(place),
    /** Returns the kind and the local name, for example "Restaurant · Chez Léa". */
    line: (place: MapPlace) =>
      [place.name === null ? null : sortOf(place), place.localName].filter(Boolean).join(" · "),
  };
}
