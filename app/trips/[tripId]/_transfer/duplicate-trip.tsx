"use client";

import DuplicateDialog from "#app/trips/_transfer/duplicate-dialog.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useView } from "../_base/view.tsx";

/** The dialog that duplicates the open trip. */
export default function DuplicateTrip() {
  const view = useView();
  const trip = useTrip(({ id, title, startDate }) => ({ id, title, startDate }));
  return <DuplicateDialog trip={trip} onClose={() => view.set({ dialog: null })} />;
}
