"use client";

import type { ComponentProps } from "react";
import type { MapSources } from "#lib/shared/map-sources.ts";
import { PasteDialog } from "../_paste/paste-dialog.tsx";
import { PasteMap } from "./paste-map.tsx";

type PasteOnMapProps = Pick<ComponentProps<typeof PasteDialog>, "pasted"> & { sources: MapSources };

/** The dialog of a pasted text, with the map of the places that the text names. */
export default function PasteOnMap({ pasted, sources }: PasteOnMapProps) {
  return (
    <PasteDialog
      pasted={pasted}
      renderMap={(rows, dayId) => <PasteMap rows={rows} dayId={dayId} sources={sources} />}
    />
  );
}
