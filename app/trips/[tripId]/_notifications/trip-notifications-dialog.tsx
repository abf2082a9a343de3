"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { DELIVERIES, KINDS } from "#app/_notifications/kinds.ts";
import { Dialog } from "#app/_ui/dialog.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Select } from "#app/_ui/select.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton, TextLink } from "#app/_ui/text-link.tsx";
import { toast } from "#app/_ui/toast.ts";
import {
  usePreferences,
  useTripNotifications,
  useUpdateTripNotifications,
} from "#lib/client/notifications/notifications.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { DEFAULT_DELIVERY } from "#lib/shared/notification-kinds.ts";
import { usePageViewer } from "../_base/page-viewer.tsx";
import { useView } from "../_base/view.tsx";

const USUAL = "usual";

/** The dialog for the notifications of this trip, where they differ from the user's general settings. */
export default function TripNotificationsDialog() {
  const t = useTranslations("notifications");
  const view = useView();
  const { isGuest } = usePageViewer();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) view.set({ dialog: null });
      }}
      title={t("trip.title")}
      description={t("trip.hint")}
      closeLabel={t("trip.close")}
      width="sm"
    >
      <Choices />
      {isGuest ? null : (
        <p className="mt-5 text-sm">
          <TextLink href="/account#notifications">{t("trip.all")}</TextLink>
        </p>
      )}
    </Dialog>
  );
}

function Choices() {
  const t = useTranslations("notifications");
  const tUi = useTranslations("ui");
  const tripId = useTrip(({ id }) => id);
  const here = useTripNotifications(tripId);
  const general = usePreferences();
  const update = useUpdateTripNotifications(tripId);
  // Loaded settings stay visible, even if loading them again fails.
  if ((here.isError && !here.data) || (general.isError && !general.data)) {
    const retry = () => void Promise.all([here.refetch(), general.refetch()]);
    return (
      <InlineAlert tone="danger" live action={<TextButton onClick={retry}>{tUi("retry")}</TextButton>}>
        {t("loadFailed")}
      </InlineAlert>
    );
  }
  const failed = () => toast(t("saveFailed"), { problem: true });
  return (
    <div className="space-y-4">
      {KINDS.map(([kind, key]) => {
        if (!here.data || !general.data) return <Skeleton key={kind} className="h-15" />;
        const usual = t(`delivery.${general.data.notifications[kind] ?? DEFAULT_DELIVERY[kind]}`);
        return (
          <Select
            key={kind}
            label={t(`kind.${key}`)}
            value={here.data.settings[kind] ?? USUAL}
            onChange={({ target: { value } }) => {
              const delivery = DELIVERIES.find((known) => known === value) ?? null;
              update.mutate({ [kind]: delivery }, { onError: failed });
            }}
            options={[
              { value: USUAL, label: t("trip.usual", { delivery: usual }) },
              ...DELIVERIES.map((delivery) => ({ value: delivery, label: t(`delivery.${delivery}`) })),
            ]}
          />
        );
      })}
    </div>
  );
}
