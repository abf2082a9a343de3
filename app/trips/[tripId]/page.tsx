import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { notFound, redirect } from "next/navigation";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { PlaceSourceProvider } from "#app/_places/place-source.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { agentModel } from "#lib/server/agent/configured.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import { getPreferences } from "#lib/server/account/preferences.ts";
import { findViewer } from "#lib/server/access/viewer.ts";
import type { Viewer } from "#lib/server/access/session.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { mapSources } from "#lib/server/open-services/map-sources.ts";
import { offeredServices } from "#lib/server/open-services/offered-services.ts";
import type { AgentPanelState } from "./_base/agent/agent-availability.tsx";
import { findPageTrip } from "./find-page-trip.ts";
import { TripPage } from "./_frame/trip-page.tsx";
import { writeUrlState, readUrlState } from "./_base/view-url.ts";
import { tripNamespaces } from "./trip-namespaces.ts";

type PageProps = {
  params: Promise<{ tripId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const trip = await findPageTrip((await params).tripId);
  const t = await getTranslations("trip");
  return { title: trip?.title ?? t("trip"), robots: { index: false } };
}

/** The plan and its data are in the first paint; map, drawer and dialogs are loaded later. */
export default async function Page({ params, searchParams }: PageProps) {
  const [{ tripId }, search, viewer] = await Promise.all([params, searchParams, findViewer()]);
  const place = readUrlState(new URLSearchParams(flat(search)));
  if (!viewer) redirect(withNext("/sign-in", `/trips/${tripId}${writeUrlState(place)}`));
  const [trip, agent] = await Promise.all([findPageTrip(tripId), readAgentPanel(viewer)]);
  if (!trip) notFound();
  const { defaultCurrency, isAnonymous } = viewer.user;
  return (
    <ClientMessages of={agent ? [...tripNamespaces, "trip-agent"] : tripNamespaces}>
      <PlaceSourceProvider isEmbedded={env().PLACE_SEARCH_PROVIDER === "embedded"}>
        <TripPage
          key={trip.id}
          initial={trip}
          viewer={{ userId: viewer.userId, defaultCurrency, isGuest: isAnonymous }}
          place={place}
          firstDayId={firstDay(trip)}
          mapSources={mapSources(env())}
          offered={offeredServices(env())}
          agent={agent}
        />
      </PlaceSourceProvider>
    </ClientMessages>
  );
}

/**
 * Returns the state of the agent's panel; null if the operator has configured no agent, so that the page does not
 * mention one.
 */
async function readAgentPanel(viewer: Viewer): Promise<AgentPanelState | null> {
  if (!agentModel()) return null;
  const { agentPanelCollapsed } = await getPreferences({ db: freshDatabase(), viewer });
  return { isCollapsed: agentPanelCollapsed };
}

function flat(search: Awaited<PageProps["searchParams"]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Returns the id of today's day during the trip, else of the first day. */
function firstDay(trip: TripDto): string | null {
  const today = dateInZone(new Date(), trip.timezone);
  return (trip.days.find(({ date }) => date === today) ?? trip.days[0])?.id ?? null;
}
