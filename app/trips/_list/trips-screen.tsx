"use client";

import { Plus, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { AccountMenu } from "#app/_shell/account-menu.tsx";
import { useTellMissing } from "#app/_shell/use-tell-missing.ts";
import { SiteHeader } from "#app/_shell/site-header.tsx";
import { filterOf, type Shelf } from "#app/trips/_list/shelf.ts";
import { ShelvedTrips } from "#app/trips/_list/shelved-trips.tsx";
import { CurrentTrips } from "#app/trips/_list/current-trips.tsx";
import { TripsSkeleton } from "#app/trips/_list/trips-skeleton.tsx";
import { type Me, useNewTrip } from "#app/trips/_list/use-new-trip.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { useTrips } from "#lib/client/trips.ts";

const CreateDialog = lazyPart(() => import("#app/trips/_list/create-dialog.tsx"));

type TripsScreenProps = { me: Me & { email: string }; shelf: Shelf };

/** Header, list and the dialog that both open. */
export function TripsScreen({ me, shelf }: TripsScreenProps) {
  const t = useTranslations("trips");
  const newTrip = useNewTrip(me);
  const [query, setQuery] = useState<string | null>(null);
  const tellMissing = useTellMissing();
  useEffect(() => whenIdle(CreateDialog.preload, 3000), []);
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader href="/trips">
        {shelf === "current" ? (
          <IconButton
            label={query === null ? t("search") : t("searchClose")}
            aria-expanded={query !== null}
            icon={Search}
            iconSize={20}
            onClick={() => setQuery(query === null ? "" : null)}
          />
        ) : null}
        {shelf === "current" ? (
          <Button tone="primary" icon={Plus} onClick={newTrip.start} className="phone:hidden">
            {t("new")}
          </Button>
        ) : null}
        <AccountMenu user={me} />
      </SiteHeader>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-230 px-6 pt-4 pb-10 phone:px-1 phone:pt-2 phone:pb-30"
      >
        <TripsBody shelf={shelf} query={query} setQuery={setQuery} newTrip={newTrip} />
      </main>
      {shelf === "current" ? <FloatingNew label={t("new")} onClick={newTrip.start} /> : null}
      {newTrip.open ? (
        <CreateDialog
          open
          onOpenChange={newTrip.setOpen}
          initial={newTrip.initial}
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

/** A phone's way to a new trip, in reach of the thumb. */
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

type TripsBodyProps = {
  shelf: Shelf;
  query: string | null;
  setQuery: (query: string | null) => void;
  newTrip: ReturnType<typeof useNewTrip>;
};

function TripsBody({ shelf, query, setQuery, newTrip }: TripsBodyProps) {
  const t = useTranslations("trips");
  const tUi = useTranslations("ui");
  const list = useTrips(filterOf(shelf));
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
        <CurrentTrips trips={trips} query={query} setQuery={setQuery} newTrip={newTrip} />
      ) : (
        <ShelvedTrips shelf={shelf} trips={trips} />
      )}
      {list.hasNextPage ? (
        <Button className="mx-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
    </>
  );
}
