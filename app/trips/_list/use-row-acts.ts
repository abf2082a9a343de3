"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { useArchiveTrip, useDeleteTrip, useRestoreTrip, useUnarchiveTrip } from "#lib/client/trips/trips.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

/** Returns the actions to archive and to delete a trip of the list. Each happens immediately and offers undo. */
export function useRowActs({ id, title }: Pick<TripSummary, "id" | "title">) {
  const t = useTranslations("trips");
  const tUi = useTranslations("ui");
  const archiving = useArchiveTrip();
  const unarchiving = useUnarchiveTrip();
  const deleting = useDeleteTrip();
  const restoring = useRestoreTrip();

  function run(act: typeof archiving | typeof deleting, message: string, undo: () => void) {
    act.mutateAsync(id).then(
      () => toast(message, { action: { label: tUi("undo"), run: undo } }),
      () => toast(t("changeFailed", { title }), { problem: true }),
    );
  }
  function archive() {
    run(archiving, t("archivedOne", { title }), unarchive);
  }
  function unarchive() {
    run(unarchiving, t("unarchived", { title }), archive);
  }
  function remove() {
    run(deleting, t("deletedOne", { title }), restore);
  }
  function restore() {
    run(restoring, t("restored", { title }), remove);
  }
  return { archive, unarchive, remove };
}
