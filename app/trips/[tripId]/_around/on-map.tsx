"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";
import type { Point } from "#lib/shared/legs.ts";
import { hasStreets, type MapSources } from "#lib/shared/map-sources.ts";
import type { MapAround } from "../_base/places/map-model.ts";
import type { Pinned } from "../_base/places/use-pin.ts";
import { useOfferedServices } from "../_base/offered-services.tsx";
import type { SeenPlace } from "../_model/places/seen-place.ts";

const Around = lazyPart(() => import("./around.tsx"));

type Look = (point: Point, place: SeenPlace | null) => void;

/** Returns the search for places around, or undefined if neither a service nor street tiles can answer it. */
export function useAroundHere(sources: MapSources, pin: Pinned | null, look: Look): MapAround | undefined {
  const t = useTranslations("map");
  const { placeFacts } = useOfferedServices();
  const [isOpen, setOpen] = useState(false);
  if (!placeFacts && !hasStreets(sources)) return undefined;
  const seen = pin && typeof pin.shows === "object" ? pin.shows : null;
  const close = () => setOpen(false);
  return {
    label: t("around.title"),
    isOpen,
    onToggle: () => setOpen((now) => !now),
    panel: (map, layer) =>
      isOpen ? (
        <QuietBoundary onBroken={close}>
          <Around
            map={map}
            layer={layer}
            seen={seen}
            onSee={(place) => look({ lat: place.lat, lng: place.lng }, place)}
            onClose={close}
            onMissing={close}
          />
        </QuietBoundary>
      ) : null,
  };
}
