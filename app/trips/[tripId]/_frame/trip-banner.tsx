"use client";

import { Archive, CircleSlash, ExternalLink, Eye, FilePen, RefreshCw, Trash2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import { withNext } from "#app/_shell/next-path.ts";
import { Button } from "#app/_ui/button.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { TextLink } from "#app/_ui/text-link.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useOtherAccount } from "#lib/client/account/other-account.ts";
import { useConnection, useLiveSession, useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useRestoreTrip, useUnarchiveTrip } from "#lib/client/trips/trips.ts";
import { useDraftCount } from "../_base/suggestions/use-suggested.ts";
import { useMay } from "../_base/may.tsx";
import { usePageViewer } from "../_base/page-viewer.tsx";
import { useViewState } from "../_base/view.tsx";

const DraftBar = lazyComponent(() => import("../_suggestions/draft-bar.tsx"));

/** Says why the trip cannot be changed and what the user can do about it; usually renders nothing. */
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
  const hasDraft = useDraftCount() > 0;
  const { isGuest } = usePageViewer();
  const unarchive = useUnarchiveTrip();
  const restore = useRestoreTrip();
  const session = useLiveSession();
  const isOther = useOtherAccount() !== null;
  const isPast = useViewState((view) => view.past !== null);
  const failed = () => toast(t("refused.other"), { problem: true });
  // Most members have no connection to the room of a deleted trip, so the page asks the service for the restored
  // trip.
  const bringBack = () => restore.mutate(trip.id, { onSuccess: () => session.wake(), onError: failed });
  const openAgain = () => unarchive.mutate(trip.id, { onError: failed });
  if (connection === "outdated") {
    return (
      <Line icon={RefreshCw} text={t("banner.outdated")} urgent>
        <Button size="sm" onClick={() => window.location.reload()}>
          {t("banner.reload")}
        </Button>
      </Line>
    );
  }
  // If another account is signed in, the bar over the page reports this and has its own buttons.
  if (connection === "signed-out" && isOther) return null;
  if (connection === "signed-out") {
    // Sign-in opens in another tab, because this page holds unsent changes. After the sign-in, this page continues by
    // itself.
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
  // In the past view no banner is shown: nothing can be changed anyway, and the bar above the plan says so.
  if (isPast && connection !== "removed") return null;
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
          <Button size="sm" tone="plain" busy={unarchive.isPending} onClick={openAgain}>
            {t("banner.unarchive")}
          </Button>
        ) : null}
      </Line>
    );
  }
  if (isGuest) {
    return (
      <Line icon={Eye} text={t("banner.guest")}>
        <TextLink href={withNext("/sign-up", `/trips/${trip.id}`)} className="font-medium">
          {t("banner.guestSignUp")}
        </TextLink>
      </Line>
    );
  }
  if (trip.isDemo) return <Line icon={Eye} text={t("banner.demo")} />;
  if (trip.role === "guest") return <Line icon={Eye} text={t("banner.viewer")} />;
  if (hasDraft) return <DraftBar />;
  return trip.role === "viewer" ? <Line icon={FilePen} text={t("banner.suggest")} /> : null;
}

/** A link to the trip list. A guest without an account has no other trips and gets no link. */
function ToTrips() {
  const t = useTranslations("trip");
  const { isGuest } = usePageViewer();
  return isGuest ? null : (
    <ButtonLink size="sm" href="/trips">
      {t("allTrips")}
    </ButtonLink>
  );
}

type LineProps = { icon: LucideIcon; text: string; urgent?: boolean; children?: ReactNode };

function Line({ icon, text, urgent = false, children }: LineProps) {
  return (
    <div
      role={urgent ? "alert" : "status"}
      className={`col-span-full flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-4 py-1 text-sm md:pl-14 ${urgent ? "bg-warning-tint text-warning" : "bg-sunken text-text-2"}`}
    >
      <Icon of={icon} />
      <span className="min-w-0 phone:flex-1">{text}</span>
      {children}
    </div>
  );
}
