"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { ChecksButton } from "../_checks/checks-button.tsx";
import { UnplacedButton } from "../_find/unplaced-button.tsx";
import { usePlanMember } from "../_base/plan-data.tsx";
import { usePeople } from "../_base/people.tsx";
import { useViewState } from "../_base/view.tsx";
import { MemberPlanMenu } from "../_lanes/member-plan-menu.tsx";

/**
 * The bar above plan and bookings, on a phone above the map, too. It shows whose plan is selected, and the trip
 * checks.
 */
export function PlanBar({ className }: { className?: string }) {
  const t = useTranslations("trip");
  const { present } = usePeople();
  const isNarrowed = usePlanMember() !== null;
  const isPlan = useViewState(({ pane }) => pane !== "bookings");
  const stops = useTrip((trip) => trip.stops.filter(({ dayId }) => dayId !== null).length);
  const bookings = useTrip((trip) => trip.reservations.length);
  const hasLanes = present.length > 1 || isNarrowed;
  // A single member with an empty plan has nothing to count and nothing to check, so the bar is not shown.
  if (!hasLanes && stops === 0 && bookings === 0) return null;
  return (
    <div className={cx("flex h-9 shrink-0 items-center justify-between gap-3 text-sm touch:h-11", className)}>
      {hasLanes ? (
        <MemberPlanMenu />
      ) : (
        <span className="pl-1.5 text-text-3">
          {isPlan && stops > 0 ? t("stops", { count: stops }) : null}
        </span>
      )}
      <div className="flex items-center gap-1">
        {isPlan ? <UnplacedButton /> : null}
        <ChecksButton />
      </div>
    </div>
  );
}
