"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { useFloating } from "#app/_ui/use-floating.ts";
import type { useListbox } from "#app/_ui/use-listbox.ts";
import type { OfferedPlace } from "#lib/client/places/planned-places.ts";
import { PlaceCredit } from "./place-credit.tsx";
import { PlaceOption } from "./place-option.tsx";
import { useNoResultsText } from "./use-none-found.ts";
import { useOfferedPlaces } from "./use-offered-places.ts";

const MOST = 8;

type PlaceListProps = {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  listbox: Pick<ReturnType<typeof useListbox<OfferedPlace>>, "active" | "list" | "option">;
  onFound: (found: { places: readonly OfferedPlace[]; isBusy: boolean }) => void;
  /** The text that is searched. */
  text: string;
  tripId: string;
  /** Whether the field accepts the typed text as a name without a place when nothing is found. */
  keepsName: boolean;
};

/** A list below a field for free text, with the places that the text may mean. */
export default function PlaceList({
  anchor,
  open,
  listbox,
  onFound,
  text,
  tripId,
  keepsName,
}: PlaceListProps) {
  const t = useTranslations("places");
  const { active } = listbox;
  const rows = useRef<HTMLUListElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const found = useOfferedPlaces(text, { tripId, enabled: open, most: MOST });
  const none = useNoResultsText(found, { keepsName, hasMap: true });
  const { places, isBusy } = found;
  // The field gets the results before the next key, which may already refer to them.
  useLayoutEffect(() => onFound({ places, isBusy }), [onFound, places, isBusy]);
  // When the list is not shown, the field has no results to choose from.
  useLayoutEffect(() => () => onFound({ places: [], isBusy: false }), [onFound]);
  const shown = open && (places.length > 0 || none !== null);
  useFloating({ open: shown, anchor, panel, side: "bottom", align: "start", gap: 4, matchWidth: true });
  useEffect(() => {
    if (shown) rows.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [shown, active]);
  if (!shown) return null;
  return (
    <div
      ref={panel}
      popover="manual"
      className={cx(
        floatingClass,
        // A mere note must not catch presses on what it covers.
        places.length === 0 && "pointer-events-none",
        "max-h-80 min-w-[min(280px,calc(100vw-16px))] scroll-pb-8 overflow-y-auto overscroll-contain p-1",
      )}
    >
      {places.length > 0 ? (
        <ul {...listbox.list} ref={rows} aria-label={t("list")}>
          {places.map((place, index) => (
            <li
              key={place.placeRef}
              {...listbox.option(index)}
              className="flex min-h-11 cursor-default items-center rounded-sm px-3 hover:bg-hover aria-selected:bg-accent-tint"
            >
              <PlaceOption place={place} typed={text} />
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className="px-3 py-2 text-sm text-text-3">
          {none}
        </p>
      )}
      {/* The credit stays visible while the places scroll. */}
      <div className="sticky -bottom-1 bg-raised">
        <PlaceCredit places={places} isPartial={found.isPartial && places.length > 0} />
      </div>
    </div>
  );
}
