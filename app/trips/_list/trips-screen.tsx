"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { CoverCredits } from "#app/_cover/cover-credits.tsx";
import { PaletteOpener } from "#app/_palette/palette-opener.tsx";
import { Bell } from "#app/_notifications/bell.tsx";
import { AccountMenu } from "#app/_shell/account-menu.tsx";
import { TripListPersistence } from "#app/_shell/trip-list-persistence.tsx";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { SiteHeader } from "#app/_shell/site-header.tsx";
import { FilteredTrips } from "#app/trips/_list/filtered-trips.tsx";
import { FilterMenu } from "#app/trips/_list/filter-menu.tsx";
import { apiFilterOf, type TripListFilter } from "#app/trips/_list/trip-list-filter.ts";
import { ArchivedOrDeletedTrips } from "#app/trips/_list/archived-or-deleted-trips.tsx";
import { CurrentTrips } from "#app/trips/_list/current-trips.tsx";
import { StoredChanges } from "#app/trips/_list/stored-changes.tsx";
import { TripsSkeleton } from "#app/trips/_list/trips-skeleton.tsx";
import { type Me, useNewTrip } from "#app/trips/_list/use-new-trip.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { useTrips } from "#lib/client/trips/trips.ts";

const ListPalette = lazyComponent(() => import("#app/trips/_list/list-palette.tsx"));
const CreateDialog = lazyComponent(() => import("#app/trips/_list/create-dialog.tsx"));
const ImportTripDialog = lazyComponent(() => import("#app/trips/_transfer/import-trip-dialog.tsx"));

type TripsScreenProps = {
  me: Me & { email: string };
  shelf: TripListFilter;
  /** Whether the page was opened to create a trip. */
  startNew: boolean;
};

/** The page with the header, the list of trips, and the dialogs that the header and the list can open. */
export function TripsScreen({ me, shelf, startNew }: TripsScreenProps) {
  const t = useTranslations("trips");
  const newTrip = useNewTrip(me);
  const [importing, setImporting] = useState(false);
  const tellMissing = useCodeLoadFailureToast();
  useEffect(() => whenIdle(CreateDialog.preload, 3000), []);
  useStartNew(startNew, newTrip.start);
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader href="/trips">
        <FilterMenu shelf={shelf} />
        <PaletteOpener>
          {(palette) => (
            <ListPalette
              userId={me.id}
              onNew={newTrip.start}
              onImport={() => setImporting(true)}
              {...palette}
            />
          )}
        </PaletteOpener>
        {shelf === "current" ? (
          <Button tone="primary" icon={Plus} onClick={newTrip.start} className="phone:hidden">
            {t("new")}
          </Button>
        ) : null}
        <Bell userId={me.id} />
        <AccountMenu user={me} />
      </SiteHeader>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-230 px-6 pt-4 pb-10 phone:px-1 phone:pt-2 phone:pb-30"
      >
        <KeepTrips userId={me.id} shelf={shelf} />
        <StoredChanges userId={me.id} />
        <TripsBody shelf={shelf} newTrip={newTrip} onImport={() => setImporting(true)} />
        <CoverCredits />
      </main>
      {shelf === "current" ? <FloatingNew label={t("new")} onClick={newTrip.start} /> : null}
      {importing ? (
        <ImportTripDialog
          onClose={() => setImporting(false)}
          onMissing={() => {
            setImporting(false);
            tellMissing();
          }}
        />
      ) : null}
      {newTrip.open ? (
        <CreateDialog
          open
          onOpenChange={newTrip.setOpen}
          initial={newTrip.initial}
          defaultCurrency={me.defaultCurrency}
          problem={newTrip.problem}
          onCreate={newTrip.submit}
          onMissing={() => {
            newTrip.setOpen(false);
            tellMissing();
          }}
        />
      ) : null}
    </div>
  );
}

/**
 * Opens the dialog for a new trip when the URL asks for it, and changes the URL, so that returning to the page does
 * not open the dialog again.
 */
function useStartNew(asked: boolean, start: () => void) {
  const begin = useEffectEvent(start);
  useEffect(() => {
    if (!asked) return;
    window.history.replaceState(null, "", "/trips");
    begin();
  }, [asked]);
}

/** The button for a new trip on a phone, within reach of the thumb. */
function FloatingNew({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="fixed right-4 bottom-[max(28px,var(--safe-bottom))] z-(--z-tray) flex h-12 items-center gap-2 rounded-full bg-accent pr-5 pl-4 font-semibold text-on-accent shadow-2 active:bg-accent-hover md:hidden"
    >
      <Icon of={Plus} size={20} />
      {label}
    </button>
  );
}

/** Stores the list of present trips, which is shown without a connection. */
function KeepTrips({ userId, shelf }: { userId: string; shelf: TripListFilter }) {
  const { data } = useTrips(apiFilterOf(shelf));
  const trips = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? null, [data]);
  return <TripListPersistence userId={userId} trips={shelf === "current" ? trips : null} />;
}

type TripsBodyProps = {
  shelf: TripListFilter;
  newTrip: ReturnType<typeof useNewTrip>;
  onImport: () => void;
};

function TripsBody({ shelf, newTrip, onImport }: TripsBodyProps) {
  const t = useTranslations("trips");
  const tUi = useTranslations("ui");
  const list = useTrips(apiFilterOf(shelf));
  const { trips } = list;
  if (!list.data) {
    if (!list.isError) return <TripsSkeleton label={tUi("loading")} />;
    return (
      <InlineAlert
        tone="danger"
        live
        className="px-3"
        action={<TextButton onClick={() => void list.refetch()}>{tUi("retry")}</TextButton>}
      >
        {t("loadFailed")}
      </InlineAlert>
    );
  }
  return (
    <>
      {shelf === "current" ? (
        <CurrentTrips trips={trips} newTrip={newTrip} onImport={onImport} />
      ) : shelf === "archived" || shelf === "deleted" ? (
        <ArchivedOrDeletedTrips shelf={shelf} trips={trips} />
      ) : (
        <FilteredTrips shelf={shelf} trips={trips} />
      )}
      {list.hasNextPage ? (
        <Button className="mx-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
    </>
  );
}
