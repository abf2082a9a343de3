"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { Dialog } from "#app/_ui/dialog.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useMay } from "../_base/may.tsx";
import type { TripPerson } from "../_base/people.tsx";
import { useView } from "../_base/view.tsx";
import { AddPlaceholder } from "./add-placeholder.tsx";
import { InviteForm } from "./invite-form.tsx";
import { InviteList } from "./invite-list.tsx";
import { MemberList } from "./member-list.tsx";

/** The dialog of members with their roles, and of invites. */
export default function ShareDialog() {
  const t = useTranslations("trip-share");
  const view = useView();
  const { edit } = useMay();
  const [place, setPlace] = useState<TripPerson | null>(null);
  const tripId = useTrip((trip) => trip.id);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) view.set({ dialog: null });
      }}
      title={t("title")}
      closeLabel={t("close")}
    >
      {edit ? (
        <InviteForm key={place?.id ?? "anyone"} tripId={tripId} place={place} onDone={() => setPlace(null)} />
      ) : null}
      {/* Focused elements are never scrolled under the form, which stays at the top. */}
      <div className={edit ? "*:scroll-mt-44 [&_button]:scroll-mt-44 [&_input]:scroll-mt-44" : ""}>
        {edit ? <InviteList tripId={tripId} /> : null}
        <MemberList onInvite={setPlace} />
        {edit ? <AddPlaceholder /> : null}
      </div>
    </Dialog>
  );
}
