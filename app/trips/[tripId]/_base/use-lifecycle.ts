"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useArchiveTrip, useDeleteTrip, useRestoreTrip, useUnarchiveTrip } from "#lib/client/trips/trips.ts";

/**
 * Returns functions that archive and delete the trip, both at once and with an undo. The caller must stay mounted
 * longer than the menu.
 */
export function useLifecycle() {
  const t = useTranslations("trip");
  const router = useRouter();
  const { id, title } = useTrip((trip) => ({ id: trip.id, title: trip.title }));
  const archiving = useArchiveTrip();
  const unarchiving = useUnarchiveTrip();
  const deleting = useDeleteTrip();
  const restoring = useRestoreTrip();
  const failed = () => toast(t("refused.other"), { problem: true });

  const unarchive = () => void unarchiving.mutateAsync(id).catch(failed);
  const restore = () => void restoring.mutateAsync(id).catch(failed);

  function archive() {
    archiving
      .mutateAsync(id)
      .then(() => toast(t("archived", { title }), { action: { label: t("undo"), run: unarchive } }), failed);
  }
  function gone() {
    toast(t("tripDeleted", { title }), { action: { label: t("undo"), run: restore } });
    // A user who has left the trip's page before the answer arrived is not redirected.
    if (window.location.pathname === `/trips/${id}`) router.push("/trips");
  }
  function remove() {
    deleting.mutateAsync(id).then(gone, failed);
  }
  return { archive, unarchive, remove };
}
