"use client";

import { Lightbulb } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import { groupTrips } from "#app/trips/_list/group-trips.ts";
import { PastTripListItem, TripListItem } from "#app/trips/_list/trip-line.tsx";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import type { TripSummary } from "#lib/shared/trips.ts";

type TripGroupsProps = {
  trips: readonly TripSummary[];
  /** Trips that the service has not confirmed yet. */
  drafts: readonly TripSummary[];
  /** Starts a trip without dates; absent when the hint would disturb. */
  onStartIdea?: (() => void) | undefined;
};

export function TripGroups({ trips, drafts, onStartIdea }: TripGroupsProps) {
  const t = useTranslations("trips");
  const isDraft = (id: string) => drafts.some((draft) => draft.id === id);
  const { ongoing, upcoming, ideas, past } = groupTrips([
    ...drafts,
    ...trips.filter(({ id }) => !isDraft(id)),
  ]);
  const rows = (list: readonly TripSummary[], hero = false) =>
    list.map((trip) => <TripListItem key={trip.id} trip={trip} hero={hero} saving={isDraft(trip.id)} />);
  return (
    <>
      <Group title={t("ongoing")}>{rows(ongoing, true)}</Group>
      <Group title={t("upcoming")}>{rows(upcoming)}</Group>
      <Group title={t("ideas")} after={onStartIdea ? <IdeaHint onStart={onStartIdea} /> : null}>
        {rows(ideas)}
      </Group>
      {past.map(({ year, trips: list }) => (
        <Group key={year} title={t.rich("pastYear", { year, q: light })}>
          {list.map((trip) => (
            <PastTripListItem key={trip.id} trip={trip} />
          ))}
        </Group>
      ))}
    </>
  );
}

function light(words: ReactNode) {
  return <span className="font-normal">{words}</span>;
}

function Group({
  title,
  after,
  children,
}: {
  title: ReactNode;
  after?: ReactNode;
  children: readonly ReactNode[];
}) {
  if (children.length === 0 && !after) return null;
  return (
    <section className="pb-6">
      <h2 className="px-3 pb-1.5 text-sm font-semibold text-text-3">{title}</h2>
      <ul>{children}</ul>
      {after}
    </section>
  );
}

function IdeaHint({ onStart }: { onStart: () => void }) {
  const t = useTranslations("trips");
  return (
    <div className="mx-3 mt-1 flex items-center gap-3 rounded-md bg-sunken p-3 text-sm text-text-2 phone:flex-wrap">
      <Icon of={Lightbulb} />
      <p className="min-w-50 flex-1">{t("ideaHint")}</p>
      <Button tone="accent" size="sm" onClick={onStart} className="hover:bg-press phone:ml-4">
        {t("ideaStart")}
      </Button>
    </div>
  );
}
