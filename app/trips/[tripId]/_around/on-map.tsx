"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";
import type { Point } from "#lib/shared/legs.ts";
import { hasStreets, type MapSources } from "#lib/shared/map-sources.ts";
import type { MapPanelToggle } from "../_base/places/map-model.ts";
import type { OpenPin } from "../_base/places/use-pin.ts";
import { useOfferedServices } from "../_base/offered-services.tsx";
import type { MapPlace } from "../_model/places/seen-place.ts";

const Around = lazyComponent(() => import("./around.tsx"));

type Look = (point: Point, place: MapPlace | null) => void;

/** Returns the search for places around, or undefined if neither a service nor street tiles can answer it. */
export function useAroundToggle(
  sources: MapSources,
  pin: OpenPin | null,
  look: Look,
): MapPanelToggle | undefined {
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
