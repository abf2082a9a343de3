"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "#app/_ui/dialog.tsx";
import { useTrip } from "#lib/client/trip-context.tsx";
import { useMay } from "../_shell/may.tsx";
import { useView } from "../_shell/view.tsx";
import { InviteForm } from "./invite-form.tsx";
import { InviteList } from "./invite-list.tsx";
import { MemberList } from "./member-list.tsx";

/** Who is in the trip and what they may do; links that let others in. */
export default function ShareDialog() {
  const t = useTranslations("trip-share");
  const view = useView();
  const { edit } = useMay();
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
        <>
          <InviteForm tripId={tripId} />
          <InviteList tripId={tripId} />
        </>
      ) : null}
      <MemberList />
    </Dialog>
  );
}
