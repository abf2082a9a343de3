import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { CoverScope } from "#app/_cover/cover-scope.tsx";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { PlaceSourceProvider } from "#app/_places/place-source.tsx";
import { guestHome } from "#app/_shell/guest-home.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { PageUser } from "#app/_shell/page-user.tsx";
import { readFirstPage } from "#app/trips/_list/read-first-page.ts";
import { readTripListFilter, type TripListFilter, tripListPath } from "#app/trips/_list/trip-list-filter.ts";
import { TripsLoading } from "#app/trips/_list/trips-loading.tsx";
import { TripsScreen } from "#app/trips/_list/trips-screen.tsx";
import { env } from "#lib/server/env/env.ts";
import { mapSources } from "#lib/server/open-services/map-sources.ts";
import type { Viewer } from "#lib/server/access/session.ts";
import { findViewer } from "#lib/server/access/viewer.ts";

type TripsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: TripsPageProps): Promise<Metadata> {
  const t = await getTranslations("trips");
  const shelf = readTripListFilter((await searchParams)["filter"]);
  return { title: shelf === "current" ? t("title") : t(`shelf.${shelf}`) };
}

export default async function TripsPage({ searchParams }: TripsPageProps) {
  const search = await searchParams;
  const shelf = readTripListFilter(search["filter"]);
  // The sign-in is checked before anything is streamed, so that the answer is a real redirect; with a loading.tsx, the
  // page would already have answered with 200.
  const viewer = await findViewer();
  if (!viewer) redirect(withNext("/sign-in", tripListPath(shelf)));
  const home = viewer.user.isAnonymous ? ((await guestHome(viewer)) ?? "/") : null;
  if (home !== null) redirect(home);
  return (
    <>
      <PageUser userId={viewer.userId} />
      <Suspense key={shelf} fallback={<TripsLoading />}>
        <Trips viewer={viewer} shelf={shelf} startNew={search["new"] !== undefined} />
      </Suspense>
    </>
  );
}

type TripsProps = { viewer: Viewer; shelf: TripListFilter; startNew: boolean };

async function Trips({ viewer, shelf, startNew }: TripsProps) {
  const { id, name, email, image, defaultCurrency } = viewer.user;
  return (
    <HydrationBoundary state={await readFirstPage(shelf)}>
      <ClientMessages
        of={["trips", "covers", "trip-files", "notifications", "palette", "places", "list-resources"]}
      >
        <PlaceSourceProvider isEmbedded={env().PLACE_SEARCH_PROVIDER === "embedded"}>
          <CoverScope mapSources={mapSources(env())} userId={id} shape="card">
            <TripsScreen shelf={shelf} startNew={startNew} me={{ id, name, email, image, defaultCurrency }} />
          </CoverScope>
        </PlaceSourceProvider>
      </ClientMessages>
    </HydrationBoundary>
  );
}
