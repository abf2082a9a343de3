import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { CoverChoice } from "#lib/shared/covers.ts";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { effectiveCoverChoice } from "./shown-choice.ts";
import { ownPictures } from "./use-own-pictures.ts";

export type CoverKind = "automatic" | CoverChoice["kind"];

/** The prefix of place references for which an encyclopaedia may have a picture. */
const KNOWN_PLACE = "osm:";

/** Returns the present choice of the cover and a function that changes it. */
export function useCoverChoice() {
  const t = useTranslations("covers.dialog");
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { chosen, stops, files } = useTrip((trip) => ({
    chosen: trip.cover,
    stops: trip.stops,
    files: trip.attachments,
  }));
  /** The kind that was chosen while no stop or picture of this kind exists yet. */
  const [asked, setAsked] = useState<CoverKind | null>(null);
  const placed = stops.filter(({ place }) => place?.placeRef?.startsWith(KNOWN_PLACE));
  const pictures = ownPictures(files);
  const cover = effectiveCoverChoice(chosen, placed, pictures);

  function save(next: CoverChoice | null): void {
    setAsked(null);
    undoToast(t("saved"), writes.updateTrip({ cover: next }));
  }
  function choose(kind: CoverKind): void {
    const [stop] = placed;
    const picture = pictures.at(-1);
    if (kind === "automatic") save(null);
    else if (kind === "map") save({ kind });
    else if (kind === "stop" && stop) save({ kind, id: stop.id });
    else if (kind === "file" && picture) save({ kind, id: picture.id });
    else setAsked(kind);
  }
  return {
    kind: asked ?? cover?.kind ?? "automatic",
    stops: placed,
    stopId: cover?.kind === "stop" ? cover.id : null,
    fileId: cover?.kind === "file" ? cover.id : null,
    choose,
    chooseStop: (id: string) => save({ kind: "stop", id }),
    chooseFile: (id: string) => save({ kind: "file", id }),
  };
}
