"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { FileImportDialog } from "#app/trips/_transfer/file-import-dialog.tsx";
import { importPlaces, previewPlaces } from "#lib/client/imports.ts";
import { useTrip, useTripActions } from "#lib/client/trip-context.tsx";
import type { ImportInto } from "#lib/shared/imports.ts";
import { announce } from "../_shell/announcer.tsx";
import { useView } from "../_shell/view.tsx";
import { PlacesPreview } from "./places-preview.tsx";

const ACCEPT =
  ".gpx,.kml,.kmz,.csv,.tsv,.json,.geojson,.zip,application/gpx+xml,application/json,application/geo+json,application/zip,text/csv";

/** Places out of a file: chosen, looked at, added, and taken out again by one word. */
export default function ImportDialog() {
  const t = useTranslations("trip-files");
  const view = useView();
  const actions = useTripActions();
  const tripId = useTrip((trip) => trip.id);
  const [into, setInto] = useState<ImportInto>("days");
  const close = () => view.set({ dialog: null });
  return (
    <FileImportDialog
      of="places"
      title={t("importTitle")}
      text={t("importText")}
      accept={ACCEPT}
      options={into}
      steps={{
        preview: (file, where, sending) => previewPlaces({ tripId, file, into: where }, sending),
        run: (file, where, attempt, sending) => importPlaces({ tripId, file, into: where }, attempt, sending),
        onDone: ({ data, seq }, file) => {
          const words = t("added", { count: data.added, name: file.name });
          const undo = () =>
            void actions.undo(seq ?? 0).catch(() => toast(t("undoFailed"), { problem: true }));
          announce(words);
          toast(words, seq === null ? {} : { action: { label: t("undo"), run: undo } });
          close();
        },
      }}
      action={({ added }) => (added.length > 0 ? t("add", { count: added.length }) : null)}
      onClose={close}
    >
      {(preview, lookAgain) => (
        <PlacesPreview
          preview={preview}
          into={into}
          onInto={(where) => {
            setInto(where);
            lookAgain(where);
          }}
        />
      )}
    </FileImportDialog>
  );
}
