"use client";

import { Archive, CircleSlash, ExternalLink, Eye, RefreshCw, Trash2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { withNext } from "#app/_shell/next-path.ts";
import { Button } from "#app/_ui/button.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { useConnection, useTrip, useTripSession } from "#lib/client/trip-context.tsx";
import { useRestoreTrip, useUnarchiveTrip } from "#lib/client/trips.ts";
import { useMay } from "./may.tsx";

/** Why this trip cannot be changed here, with the way out; nothing in the usual case. */
export function TripBanner() {
  const t = useTranslations("trip");
  const connection = useConnection();
  const trip = useTrip(({ id, role, isDemo, archivedAt, deletedAt }) => ({
    id,
    role,
    isDemo,
    archivedAt,
    deletedAt,
  }));
  const { own } = useMay();
  const unarchive = useUnarchiveTrip();
  const restore = useRestoreTrip();
  const session = useTripSession();
  // A deleted trip has no live connection for most, so its return is asked for.
  const bringBack = () => restore.mutate(trip.id, { onSuccess: () => session.wake() });
  if (connection === "outdated") {
    return (
      <Line icon={RefreshCw} text={t("banner.outdated")} urgent>
        <Button size="sm" onClick={() => window.location.reload()}>
          {t("banner.reload")}
        </Button>
      </Line>
    );
  }
  if (connection === "signed-out") {
    // In another tab, because this one holds what is unsent; it goes on by itself.
    return (
      <Line icon={CircleSlash} text={t("banner.signedOut")} urgent>
        <ButtonLink
          size="sm"
          icon={ExternalLink}
          href={withNext("/sign-in", `/trips/${trip.id}`)}
          target="_blank"
          rel="noopener"
        >
          {t("banner.signIn")}
        </ButtonLink>
      </Line>
    );
  }
  if (trip.deletedAt) {
    return (
      <Line icon={Trash2} text={own ? t("banner.deletedOwn") : t("banner.deleted")} urgent>
        {own ? (
          <Button size="sm" busy={restore.isPending} onClick={bringBack}>
            {t("restore")}
          </Button>
        ) : (
          <ToTrips />
        )}
      </Line>
    );
  }
  if (connection === "removed")
    return (
      <Line icon={CircleSlash} text={t("banner.removed")} urgent>
        <ToTrips />
      </Line>
    );
  if (trip.archivedAt) {
    return (
      <Line icon={Archive} text={t("banner.archived")}>
        {own ? (
          <Button size="sm" tone="plain" busy={unarchive.isPending} onClick={() => unarchive.mutate(trip.id)}>
            {t("banner.unarchive")}
          </Button>
        ) : null}
      </Line>
    );
  }
  if (trip.isDemo) return <Line icon={Eye} text={t("banner.demo")} />;
  return trip.role === "viewer" || trip.role === "guest" ? (
    <Line icon={Eye} text={t("banner.viewer")} />
  ) : null;
}

function ToTrips() {
  const t = useTranslations("trip");
  return (
    <ButtonLink size="sm" href="/trips">
      {t("allTrips")}
    </ButtonLink>
  );
}

type LineProps = { icon: LucideIcon; text: string; urgent?: boolean; children?: ReactNode };

function Line({ icon, text, urgent = false, children }: LineProps) {
  return (
    <div
      role={urgent ? "alert" : undefined}
      className={`col-span-full flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-4 py-1 text-sm md:pl-14 ${urgent ? "bg-warning-tint text-warning" : "bg-sunken text-text-2"}`}
    >
      <Icon of={icon} />
      <span className="min-w-0 phone:flex-1">{text}</span>
      {children}
    </div>
  );
}
