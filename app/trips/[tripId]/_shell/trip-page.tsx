"use client";

import type { ReactNode } from "react";
import { SaidYearsProvider } from "#app/_i18n/said-years.tsx";
import { PageUser } from "#app/_shell/page-user.tsx";
import { TripProvider, useTrip } from "#lib/client/trip-context.tsx";
import type { TripDto } from "#lib/shared/trips.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";
import { AgentHereProvider, type AgentPanelState } from "../_agent/agent-here.tsx";
import { DragProvider } from "../_drag/drag-context.tsx";
import { PlanDataProvider } from "../_plan/plan-data.tsx";
import { WeatherOffered } from "../_weather/weather-offered.tsx";
import { WaysProvider } from "../_ways/ways-provider.tsx";
import { MayProvider } from "./may.tsx";
import { PlannedPlaces } from "./planned-places.tsx";
import { type PageViewer, PageViewerProvider } from "./page-viewer.tsx";
import { PeopleProvider } from "./people.tsx";
import { TripFrame } from "./trip-frame.tsx";
import { TripKept } from "./trip-kept.tsx";
import { ViewProvider } from "./view.tsx";
import type { Place } from "./view-url.ts";
import { WritesProvider } from "./writes.tsx";

type TripPageProps = {
  initial: TripDto;
  viewer: PageViewer;
  place: Place;
  /** The day that is in view first. */
  firstDayId: string | null;
  /** A map style of the operator's. */
  mapSources: MapSources;
  /** A routing server is configured. */
  hasRouter: boolean;
  /** The service asks somebody for the weather. */
  hasWeather: boolean;
  /** null: the service has no agent. */
  agent: AgentPanelState | null;
  /** The trip is what this device had kept of it. */
  isFromDevice?: boolean;
};

/** The whole page under its providers; everything below reads the trip from its store. */
export function TripPage({ initial, viewer, place, firstDayId, mapSources, ...has }: TripPageProps) {
  return (
    <TripProvider initial={initial} viewer={viewer}>
      <PageUser userId={viewer.userId} />
      <TripKept viewer={viewer} agent={has.agent} isFromDevice={has.isFromDevice ?? false} />
      <PageViewerProvider viewer={viewer}>
        <TripYears>
          <ViewProvider place={place} activeDayId={firstDayId}>
            <MayProvider>
              <PeopleProvider userId={viewer.userId}>
                <WritesProvider>
                  <PlanDataProvider>
                    <WaysProvider hasRouter={has.hasRouter}>
                      <WeatherOffered value={has.hasWeather}>
                        <DragProvider>
                          <AgentHereProvider panel={has.agent}>
                            <PlannedPlaces>
                              <TripFrame mapSources={mapSources} />
                            </PlannedPlaces>
                          </AgentHereProvider>
                        </DragProvider>
                      </WeatherOffered>
                    </WaysProvider>
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

/** The header says the year of the trip's dates. */
function TripYears({ children }: { children: ReactNode }) {
  const dates = useTrip(({ startDate, endDate }) => ({ startDate, endDate }));
  return <SaidYearsProvider {...dates}>{children}</SaidYearsProvider>;
}
