"use client";

import type { ReactNode } from "react";
import { HeadingYearsProvider } from "#app/_i18n/heading-years.tsx";
import { PageUser } from "#app/_shell/page-user.tsx";
import { TripProvider, useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { TripDto } from "#lib/shared/trips.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";
import type { OfferedServices } from "#lib/shared/offered-services.ts";
import { AgentAvailabilityProvider, type AgentPanelState } from "../_base/agent/agent-availability.tsx";
import { HoursProvider } from "../_about/hours-provider.tsx";
import { DragProvider } from "../_base/drag/drag-context.tsx";
import { PlanDataProvider } from "../_base/plan-data.tsx";
import { LegsProvider } from "../_base/legs/legs-provider.tsx";
import { MayProvider } from "../_base/may.tsx";
import { OfferedServicesProvider } from "../_base/offered-services.tsx";
import { PlannedPlaces } from "./planned-places.tsx";
import { type PageViewer, PageViewerProvider } from "../_base/page-viewer.tsx";
import { PeopleProvider } from "../_base/people.tsx";
import { TripFrame } from "./trip-frame.tsx";
import { TripPersistence } from "./trip-persistence.tsx";
import { ViewProvider } from "../_base/view.tsx";
import type { UrlState } from "../_base/view-url.ts";
import { WritesProvider } from "../_base/writes.tsx";

type TripPageProps = {
  initial: TripDto;
  viewer: PageViewer;
  place: UrlState;
  /** The day that is in view first. */
  firstDayId: string | null;
  /** The sources of the map: the operator's style, or the tiles of streets. */
  mapSources: MapSources;
  offered: OfferedServices;
  /** The state of the agent's panel; null if the service has no agent. */
  agent: AgentPanelState | null;
  /** Whether the trip was loaded from this device's storage. */
  isFromDevice?: boolean;
};

/** The whole page with its providers; all components below read the trip from its store. */
export function TripPage({ initial, viewer, place, firstDayId, mapSources, offered, ...has }: TripPageProps) {
  return (
    <TripProvider initial={initial} viewer={viewer}>
      <PageUser userId={viewer.userId} />
      <TripPersistence
        viewer={viewer}
        agent={has.agent}
        isFromDevice={has.isFromDevice ?? false}
        tilesUrl={mapSources.tilesUrl}
        hasWays={offered.router || offered.timetables}
      />
      <PageViewerProvider viewer={viewer}>
        <TripYears>
          <ViewProvider place={place} activeDayId={firstDayId}>
            <MayProvider>
              <PeopleProvider userId={viewer.userId}>
                <WritesProvider>
                  <PlanDataProvider>
                    <LegsProvider router={offered.router} timetables={offered.timetables}>
                      <OfferedServicesProvider offered={offered}>
                        <HoursProvider>
                          <DragProvider>
                            <AgentAvailabilityProvider panel={has.agent}>
                              <PlannedPlaces>
                                <TripFrame mapSources={mapSources} />
                              </PlannedPlaces>
                            </AgentAvailabilityProvider>
                          </DragProvider>
                        </HoursProvider>
                      </OfferedServicesProvider>
                    </LegsProvider>
                  </PlanDataProvider>
                </WritesProvider>
              </PeopleProvider>
            </MayProvider>
          </ViewProvider>
        </TripYears>
      </PageViewerProvider>
    </TripProvider>
  );
}

/** The header shows the year of the trip's dates, so dates of that year need none. */
function TripYears({ children }: { children: ReactNode }) {
  const dates = useTrip(({ startDate, endDate }) => ({ startDate, endDate }));
  return <HeadingYearsProvider {...dates}>{children}</HeadingYearsProvider>;
}
