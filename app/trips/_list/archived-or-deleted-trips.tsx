"use client";

import { Archive, ChevronLeft, Trash2 } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import Link from "next/link";
import { useClock } from "#app/_i18n/use-clock.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { RowMenu } from "#app/trips/_list/row-menu.tsx";
import { Button } from "#app/_ui/button.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { cx } from "#app/_ui/cx.ts";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useRestoreTrip, useUnarchiveTrip } from "#lib/client/trips/trips.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

const name = "truncate font-medium phone:text-lg phone:tracking-normal";

type ShelvedTripsProps = { shelf: "archived" | "deleted"; trips: readonly TripSummary[] };

/** The list of archived or deleted trips, each with a button to restore it. */
export function ArchivedOrDeletedTrips({ shelf, trips }: ShelvedTripsProps) {
  const t = useTranslations("trips");
  const words =
    shelf === "archived"
      ? {
          title: t("archived"),
          text: t("archivedText"),
          empty: t("archivedEmpty"),
          teach: t("archivedEmptyText"),
        }
      : {
          title: t("deleted"),
          text: t("deletedText"),
          empty: t("deletedEmpty"),
          teach: t("deletedEmptyText"),
        };
  return (
    <>
      <ButtonLink href="/trips" tone="plain" icon={ChevronLeft} className="text-text-2">
        {t("allTrips")}
      </ButtonLink>
      <h1 className="px-3 pt-2 text-xl font-semibold">{words.title}</h1>
      {trips.length === 0 ? (
        <EmptyState icon={shelf === "archived" ? Archive : Trash2} title={words.empty}>
          {words.teach}
        </EmptyState>
      ) : (
        <>
          <p className="px-3 pt-1 pb-4 text-text-2">{words.text}</p>
          <ul>
            {trips.map((trip) => (
              <ArchivedOrDeletedRow key={trip.id} shelf={shelf} trip={trip} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** One archived or deleted trip with a button to restore it. */
export function ArchivedOrDeletedRow({
  shelf,
  trip,
}: {
  shelf: ShelvedTripsProps["shelf"];
  trip: TripSummary;
}) {
  const t = useTranslations("trips");
  const formats = useFormats();
  const now = useClock();
  const restore = useRestoreTrip();
  const unarchive = useUnarchiveTrip();
  const bringBack = shelf === "deleted" ? restore : unarchive;
  const { title, startDate, endDate, deletedAt } = trip;
  const facts = [
    startDate && endDate ? formats.range(startDate, endDate) : null,
    deletedAt ? t("deletedOn", { when: formats.ago(deletedAt, now) }) : null,
  ].filter(Boolean);

  function run() {
    bringBack.mutate(trip.id, {
      onSuccess: () => toast(t(shelf === "deleted" ? "restored" : "unarchived", { title })),
      onError: () => toast(t("restoreFailed", { title }), { problem: true }),
    });
  }

  return (
    <li className="flex min-h-14 items-center gap-4 rounded-md px-3 py-2">
      <span className="grid min-w-0 flex-1">
        {shelf === "archived" ? (
          <Link href={`/trips/${trip.id}`} className={cx(name, "rounded-xs hover:underline")}>
            {title}
          </Link>
        ) : (
          <span className={name}>{title}</span>
        )}
        <span className="text-sm text-text-3">{facts.join(" · ")}</span>
      </span>
      {trip.role === "owner" ? (
        <Button
          busy={bringBack.isPending}
          onClick={run}
          aria-label={`${t(shelf === "deleted" ? "restore" : "unarchive")}: ${title}`}
        >
          {t(shelf === "deleted" ? "restore" : "unarchive")}
        </Button>
      ) : null}
      {shelf === "archived" ? <RowMenu trip={trip} /> : null}
    </li>
  );
}
