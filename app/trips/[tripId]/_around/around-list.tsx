"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { idOfPlace } from "./place-id.ts";
import type { MapPlace } from "../_model/places/seen-place.ts";
import { useOpenStateText } from "../_base/places/use-open-words.ts";
import { usePlaceTitles } from "../_base/places/use-place-titles.ts";

interface AroundListProps {
  places: readonly MapPlace[];
  seen: MapPlace | null;
  onSee: (place: MapPlace) => void;
}

/** Lists the places that the map shows, for readers who prefer text or use the keyboard. */
export function AroundList({ places, seen, onSee }: AroundListProps) {
  const t = useTranslations("map");
  const titles = usePlaceTitles();
  const openWords = useOpenStateText();
  return (
    <ul
      aria-label={t("around.list")}
      className="m-0 min-h-0 max-h-[40vh] list-none overflow-y-auto overscroll-contain border-t border-line p-1"
    >
      {places.map((place) => {
        const hours = openWords(place);
        return (
          <li key={idOfPlace(place)}>
            <button
              type="button"
              aria-current={seen !== null && idOfPlace(seen) === idOfPlace(place)}
              onClick={() => onSee(place)}
              className="flex w-full flex-col rounded-sm px-2 py-1.5 text-left text-sm hover:bg-hover aria-[current=true]:bg-accent-tint touch:py-2.5"
            >
              <span className="max-w-full truncate font-medium">{titles.title(place)}</span>
              {hours ? (
                <span className="text-xs text-text-3 tabular-nums">
                  <span className={cx(hours.isOpen ? "text-success" : "text-warning")}>{hours.said}</span>
                  {hours.hours === "" ? null : ` · ${hours.hours}`}
                </span>
              ) : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
