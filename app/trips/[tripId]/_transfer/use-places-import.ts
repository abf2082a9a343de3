"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { importPlaces, previewPlaces } from "#lib/client/trips/imports.ts";
import { confirmPageClose } from "#lib/client/base/page-guard.ts";
import {
  countToAdd,
  hasPlacesToSend,
  leftOutRowsOf,
  type PlaceFile,
  PlacesImport,
} from "#lib/client/trips/places-import.ts";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import { announce } from "../_base/announcer.tsx";

/** Returns the import of this dialog, and a function that adds its files and reports the result. */
export function usePlacesImport(onDone: () => void) {
  const tripId = useTrip((trip) => trip.id);
  const tell = useToldPlaces();
  const [places] = useState(
    () =>
      new PlacesImport({
        preview: (request, sending) => previewPlaces({ ...request, tripId }, sending),
        add: (request, attempt, sending) => importPlaces({ ...request, tripId }, attempt, sending),
      }),
  );
  const files = useSyncExternalStore(
    places.changes.add,
    () => places.files,
    () => places.files,
  );
  const isAdding = useSyncExternalStore(
    places.changes.add,
    () => places.isAdding,
    () => false,
  );
  useEffect(() => () => places.stop(), [places]);

  async function add(): Promise<void> {
    const ready = new Set(places.files.filter(hasPlacesToSend).map(({ id }) => id));
    const release = confirmPageClose();
    await places.add().finally(release);
    const tried = places.files.filter(({ id }) => ready.has(id));
    tell(tried);
    // The dialog stays open if the result differs from the preview, or if places of several files were left out, so
    // that the user can read it.
    const isToBeRead = tried.length > 1 && tried.some((file) => leftOutRowsOf(file).length > 0);
    if (!isToBeRead && tried.every(isAsSeen)) onDone();
  }
  return { places, files, isAdding, add };
}

function isAsSeen(file: PlaceFile): boolean {
  const { step } = file;
  return step.kind === "added" && step.result.added === countToAdd(file);
}

/** Returns a function that reports how many places were added, with one undo for all of them. */
function useToldPlaces(): (files: readonly PlaceFile[]) => void {
  const t = useTranslations("trip-files");
  const actions = useTripActions();
  return (files) => {
    const added = files.flatMap(({ file, step }) => (step.kind === "added" ? [{ file, ...step }] : []));
    const [first] = added;
    if (!first) return;
    const count = added.reduce((sum, { result }) => sum + result.added, 0);
    const words =
      added.length === 1
        ? t("added", { count, name: first.file.name })
        : t("addedFiles", { count, files: added.length });
    const seqs = added.flatMap(({ seq }) => seq ?? []).toSorted((a, b) => b - a);
    async function undo(): Promise<void> {
      for (const seq of seqs) await actions.undo(seq);
    }
    const run = () => void undo().catch(() => toast(t("undoFailed"), { problem: true }));
    announce(words);
    toast(words, seqs.length > 0 ? { action: { label: t("undo"), run } } : {});
  };
}
