"use client";

import { ChevronLeft, Map as MapIcon } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { groupTrips } from "#app/trips/_list/group-trips.ts";
import type { TripListFilter } from "#app/trips/_list/trip-list-filter.ts";
import { ArchivedOrDeletedRow } from "#app/trips/_list/archived-or-deleted-trips.tsx";
import { TripGroups } from "#app/trips/_list/trip-groups.tsx";
import { PastTripListItem, TripListItem } from "#app/trips/_list/trip-line.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import type { TripSummary } from "#lib/shared/trips.ts";

type FilteredShelf = Exclude<TripListFilter, "current" | "archived" | "deleted">;

/** The trips of one filter, or all of them. */
export function FilteredTrips({ shelf, trips }: { shelf: FilteredShelf; trips: readonly TripSummary[] }) {
  const t = useTranslations("trips");
  return (
    <>
      <ButtonLink href="/trips" tone="plain" icon={ChevronLeft} className="text-text-2">
        {t("allTrips")}
      </ButtonLink>
      <h1 className="px-3 pt-2 pb-4 text-xl font-semibold">{t(`shelf.${shelf}`)}</h1>
      {trips.length === 0 ? (
        <EmptyState icon={MapIcon} title={t(`none.${shelf}`)}>
          {t("noneText")}
        </EmptyState>
      ) : shelf === "all" ? (
        <Everything trips={trips} />
      ) : (
        <OneKind trips={trips} />
      )}
    </>
  );
}

function OneKind({ trips }: { trips: readonly TripSummary[] }) {
  const { ongoing, upcoming, ideas, past } = groupTrips(trips);
  return (
    <ul>
      {[...ongoing, ...upcoming, ...ideas].map((trip) => (
        <TripListItem key={trip.id} trip={trip} />
      ))}
      {past.flatMap(({ trips: list }) => list.map((trip) => <PastTripListItem key={trip.id} trip={trip} />))}
    </ul>
  );
}

/** All trips except the deleted ones, which have a list of their own. */
function Everything({ trips }: { trips: readonly TripSummary[] }) {
  const t = useTranslations("trips");
  const archived = trips.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <>
      <TripGroups trips={trips.filter(({ archivedAt }) => archivedAt === null)} drafts={[]} />
      {archived.length === 0 ? null : (
        <section className="pb-6">
          <h2 className="px-3 pb-1.5 text-sm font-semibold text-text-3">{t("archived")}</h2>
          <ul>
            {archived.map((trip) => (
              <ArchivedOrDeletedRow key={trip.id} shelf="archived" trip={trip} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
