"use client";

import { useLocale } from "next-intl";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { useFloating } from "#app/_ui/use-floating.ts";
import type { useListbox } from "#app/_ui/use-listbox.ts";
import { usePlaces } from "#lib/client/places.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { PlaceCredit } from "./place-credit.tsx";
import { PlaceOption } from "./place-option.tsx";
import { useIsEmbeddedSearch } from "./place-source.tsx";

const MOST = 8;

type PlaceListProps = {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  listbox: Pick<ReturnType<typeof useListbox<PlaceDto>>, "active" | "list" | "option">;
  onFound: (found: { places: readonly PlaceDto[]; isBusy: boolean }) => void;
  /** What is looked for. */
  text: string;
  tripId: string;
  /** Says so where nothing is found; not where most of what is typed is no place. */
  saysNone: boolean;
};

/** Floats below a field of free text, with the places that it may mean. */
export default function PlaceList({
  anchor,
  open,
  listbox,
  onFound,
  text,
  tripId,
  saysNone,
}: PlaceListProps) {
  const t = useTranslations("places");
  const isEmbedded = useIsEmbeddedSearch();
  const { active } = listbox;
  const rows = useRef<HTMLUListElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const found = usePlaces(text, { tripId, language: useLocale(), enabled: open, early: !isEmbedded });
  const places = useMemo(() => found.places.slice(0, MOST), [found.places]);
  const { isBusy } = found;
  // Before the next key, which may already be about them.
  useLayoutEffect(() => onFound({ places, isBusy }), [onFound, places, isBusy]);
  const none = found.isFailed
    ? t("failed")
    : found.isAnswered
      ? t(isEmbedded ? "noneEmbedded" : "none")
      : null;
  const shown = open && (places.length > 0 || (saysNone && none !== null));
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
        "max-h-80 min-w-[min(280px,calc(100vw-16px))] overflow-y-auto overscroll-contain p-1",
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
      <PlaceCredit places={places} />
    </div>
  );
}
