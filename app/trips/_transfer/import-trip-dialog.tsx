"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { importTripFile, previewTripFile } from "#lib/client/trips/imports.ts";
import { prependTrip } from "#lib/client/base/trip-cache.ts";
import { FileImportDialog } from "./file-import-dialog.tsx";
import { TripPreview } from "./trip-preview.tsx";

/** The dialog that imports a whole trip from its file and then opens it. */
export default function ImportTripDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("trip-files");
  const router = useRouter();
  const cache = useQueryClient();
  return (
    <FileImportDialog
      of="trip"
      title={t("importTripTitle")}
      text={t("importTripText")}
      accept=".json,application/json"
      options={null}
      steps={{
        preview: (file, _options, sending) => previewTripFile(file, sending),
        run: (file, _options, attempt, sending) => importTripFile(file, attempt, sending),
        onDone: (trip) => {
          prependTrip(cache, trip);
          toast(t("madeTrip", { title: trip.title }));
          onClose();
          router.push(`/trips/${trip.id}`);
        },
      }}
      action={() => t("makeTrip")}
      onClose={onClose}
    >
      {(preview) => <TripPreview preview={preview} />}
    </FileImportDialog>
  );
}
