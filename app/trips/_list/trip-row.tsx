"use client";

import { CoverFrame } from "#app/_cover/cover-frame.tsx";
import { TripCover } from "#app/_cover/trip-cover.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import Link from "next/link";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { MembersStack } from "#app/trips/_list/members-stack.tsx";
import { Countdown, TripFacts, TripNote } from "#app/trips/_list/trip-facts.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Spinner } from "#app/_ui/spinner.tsx";
import type { TripSummary } from "#lib/shared/trips.ts";

type TripRowProps = {
  trip: TripSummary;
  /** Whether the trip is ongoing; then cover and title are larger. */
  hero?: boolean;
  /** Whether the service has not confirmed the trip yet; then it can't be opened. */
  saving?: boolean;
};

const grid =
  "grid items-center gap-x-5 rounded-md px-3 py-2.5 phone:grid-cols-[84px_minmax(0,1fr)] phone:items-start phone:gap-x-3.5";

const coverSize = "h-19 w-full phone:row-span-2 phone:h-18";

export function TripRow({ trip, hero = false, saving = false }: TripRowProps) {
  const t = useTranslations("trips");
  const columns = hero
    ? "md:grid-cols-[168px_minmax(0,1fr)_auto]"
    : "md:grid-cols-[112px_minmax(0,1fr)_auto]";
  const content = (
    <>
      {saving ? (
        // An unconfirmed trip has drawn hills as its cover, because the service has no cover of it yet.
        <CoverFrame seed={trip.id} className={cx(coverSize, hero && "md:h-28")} />
      ) : (
        <TripCover
          of={{ tripId: trip.id, version: trip.updatedAt }}
          title={trip.title}
          className={cx(coverSize, hero && "md:h-28")}
        />
      )}
      <span className="grid min-w-0 gap-px">
        <span className={cx("font-semibold md:truncate", hero ? "text-lg md:text-xl" : "text-lg")}>
          {trip.title}
        </span>
        <TripFacts trip={trip} />
        <TripNote trip={trip} />
      </span>
      <span className="flex items-center gap-2.5 md:grid md:justify-items-end md:gap-2 phone:col-start-2 phone:mt-1.5">
        <MembersStack trip={trip} />
        {saving ? (
          <output className="flex items-center gap-1.5 text-xs text-text-3">
            <Spinner />
            {t("saving")}
          </output>
        ) : (
          <Countdown trip={trip} />
        )}
      </span>
    </>
  );
  if (saving) return <div className={cx(grid, columns)}>{content}</div>;
  return (
    <Link href={`/trips/${trip.id}`} className={cx(grid, columns, "transition-colors hover:bg-hover")}>
      {content}
    </Link>
  );
}

/** The row of a past trip, which is one line. */
export function PastRow({ trip }: { trip: TripSummary }) {
  const { startDate, endDate } = trip;
  const formats = useFormats();
  return (
    <Link
      href={`/trips/${trip.id}`}
      className="grid min-h-11 items-center gap-x-5 rounded-md px-3 py-1 transition-colors hover:bg-hover md:grid-cols-[minmax(0,1fr)_128px_120px] phone:grid-cols-[minmax(0,1fr)_auto]"
    >
      <span className="font-medium md:truncate phone:text-lg phone:tracking-normal">{trip.title}</span>
      <span className="text-sm text-text-3">
        {startDate && endDate ? formats.range(startDate, endDate, false) : null}
      </span>
      <span className="justify-self-end phone:hidden">
        <MembersStack trip={trip} />
      </span>
    </Link>
  );
}
