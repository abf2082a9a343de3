"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { isComposing } from "#app/_ui/composing.ts";
import { useIsPhone } from "#app/_ui/use-media.ts";
import type { PlacesAround } from "#lib/shared/places-around.ts";
import { AroundChips } from "./around-chips.tsx";
import { AroundList } from "./around-list.tsx";
import { AroundMarkers } from "./around-markers.tsx";
import { AroundStatus } from "./around-status.tsx";
import type { MapPlace } from "../_model/places/seen-place.ts";
import { useAroundSearch } from "./use-around.ts";

interface AroundProps {
  map: MapLibreMap;
  /** An element on the map below the markers of the plan. */
  layer: HTMLElement | null;
  /** The place whose card is open. */
  seen: MapPlace | null;
  onSee: (place: MapPlace) => void;
  onClose: () => void;
}

/** Finds places of a category in the visible part of the map and shows them as marks and as a list. */
export default function Around({ map, layer, seen, onSee, onClose }: AroundProps) {
  const t = useTranslations("map");
  const around = useAroundSearch(map);
  const [isListed, setListed] = useState(false);
  const isPhone = useIsPhone();
  const root = useRef<HTMLDivElement>(null);
  useKeys(map, root, onClose);
  useFocus(root);

  /** On a phone the list closes, because it covers the place on the map. */
  function pick(place: MapPlace) {
    if (isPhone) setListed(false);
    onSee(place);
  }
  return (
    <div
      ref={root}
      role="group"
      aria-label={t("around.title")}
      data-own-escape
      className="pointer-events-none flex min-h-0 max-w-full flex-col items-start gap-2"
    >
      <AroundChips chosen={around.category} onChoose={around.choose} />
      {around.category === null ? null : (
        <div
          data-panel
          className="pointer-events-auto flex min-h-0 w-72 max-w-full flex-col rounded-md bg-raised shadow-1 [--ground:var(--color-raised)]"
        >
          <AroundStatus around={around} isListed={isListed} onList={() => setListed((now) => !now)} />
          {isListed && around.places.length > 0 ? (
            <AroundList places={around.places} seen={seen} onSee={pick} />
          ) : null}
          <Credits of={around.answer?.attribution ?? []} />
        </div>
      )}
      {layer && around.category !== null
        ? createPortal(
            <AroundMarkers
              map={map}
              places={around.places}
              category={around.category}
              seen={seen}
              onSee={onSee}
            />,
            layer,
          )
        : null}
    </div>
  );
}

function Credits({ of }: { of: PlacesAround["attribution"] }) {
  if (of.length === 0) return null;
  return (
    <p className="m-0 px-3 pb-2 text-xs text-text-3">
      {of.map(({ text, href }) => (
        <a key={href} href={href} target="_blank" rel="noopener noreferrer" className="hover:underline">
          {text}
        </a>
      ))}
    </p>
  );
}

/** Focuses the first category; on closing, the focus returns to where it was. */
function useFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    const before = document.activeElement;
    element?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    return () => {
      const isLeft = document.activeElement === document.body || element?.contains(document.activeElement);
      if (isLeft && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [root]);
}

/**
 * Closes the search around on Escape, also when the map has the focus. While the search has the focus, the page's
 * shortcuts, such as "j" for the next stop, are off.
 */
function useKeys(map: MapLibreMap, root: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isComposing(event)) return;
      event.preventDefault();
      close();
    };
    const onMap = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) onEscape(event);
    };
    const inPanel = (event: KeyboardEvent) => {
      event.stopPropagation();
      onEscape(event);
    };
    map.getContainer().addEventListener("keydown", onMap, { signal });
    root.current?.addEventListener("keydown", inPanel, { signal });
    return () => listening.abort();
  }, [map, root]);
}
