"use client";

import { Map, Plus, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { searchTrips } from "#app/trips/_list/group-trips.ts";
import { shelfPath } from "#app/trips/_list/shelf.ts";
import { TripGroups } from "#app/trips/_list/trip-groups.tsx";
import type { useNewTrip } from "#app/trips/_list/use-new-trip.ts";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { TextLink } from "#app/_ui/text-link.tsx";
import type { TripSummary } from "#lib/shared/trips.ts";

type CurrentTripsProps = {
  trips: readonly TripSummary[];
  /** null: the search is closed. */
  query: string | null;
  setQuery: (query: string | null) => void;
  newTrip: ReturnType<typeof useNewTrip>;
};

/** The trips in use, narrowed by the search, and the ways to the other shelves. */
export function CurrentTrips({ trips, query, setQuery, newTrip }: CurrentTripsProps) {
  const t = useTranslations("trips");
  const found = query ? searchTrips(trips, query) : trips;
  const hasOwn = newTrip.drafts.length > 0 || trips.some((trip) => !trip.isDemo);
  return (
    <>
      <h1 className="sr-only">{t("title")}</h1>
      {query === null ? null : (
        <TextField
          className="mb-5 px-3"
          label={t("search")}
          hideLabel
          type="search"
          icon={Search}
          placeholder={t("search")}
          ref={focusNow}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setQuery(null);
          }}
        />
      )}
      {!hasOwn && query === null ? <FirstTrip onStart={newTrip.start} /> : null}
      <TripGroups
        trips={found}
        drafts={newTrip.drafts}
        onStartIdea={query === null && hasOwn ? newTrip.start : undefined}
      />
      {query && found.length === 0 ? (
        <output className="block px-3 text-text-2">{t("searchNone", { query })}</output>
      ) : null}
      {query === null ? (
        <p className="flex gap-5 px-3 pt-2 text-sm">
          <TextLink href={shelfPath("archived")} className="text-text-3!">
            {t("archived")}
          </TextLink>
          <TextLink href={shelfPath("deleted")} className="text-text-3!">
            {t("deleted")}
          </TextLink>
        </p>
      ) : null}
    </>
  );
}

/** The search opens by its button, so it takes the focus from there. */
function focusNow(input: HTMLInputElement | null) {
  input?.focus();
}

function FirstTrip({ onStart }: { onStart: () => void }) {
  const t = useTranslations("trips");
  return (
    <EmptyState
      icon={Map}
      title={t("emptyTitle")}
      action={
        <Button icon={Plus} onClick={onStart}>
          {t("new")}
        </Button>
      }
    >
      {t("emptyText")}
    </EmptyState>
  );
}
