"use client";

import { useLocale } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { initialOf, toneColor } from "#app/_ui/person-tone.ts";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { MapSources } from "#lib/shared/map-sources.ts";
import type { Destination } from "#lib/shared/trips.ts";
import { daysForMap, ideasForMap } from "../_plan/map-points.ts";
import { useShownPlan } from "../_base/plan-data.tsx";
import type { MapWatchers, TripMapHandle } from "../_base/places/map-model.ts";
import { TripMap } from "../_map/trip-map.tsx";
import { type OpenPin, usePin } from "../_base/places/use-pin.ts";
import { useAroundToggle } from "../_around/on-map.tsx";
import { useMapLabels } from "../_map/use-map-labels.ts";
import { useLegOf } from "../_base/legs/leg-context.ts";
import { useMay } from "../_base/may.tsx";
import { shortName, type Watcher } from "../_base/people.tsx";
import { useWatchers } from "../_base/use-watchers.ts";
import { openRowOf, useView, useViewState } from "../_base/view.tsx";

const AddHere = lazyComponent(() => import("../_pin/add-here.tsx"));
const PlaceCard = lazyComponent(() => import("../_pin/place-card.tsx"));
const DRAWER_PX = 392;
/** How long a day must stay in view before the map moves to it, in milliseconds. */
const SETTLE_MS = 350;

type MapPaneProps = { sources: MapSources; onPickDay: (dayId: string) => void };

/** The map of the plan, with the same numbers, day in view and selected stop as the list. */
export function MapPane({ sources, onPickDay }: MapPaneProps) {
  const view = useView();
  const formats = useFormats();
  const wayOf = useLegOf();
  const phone = useIsPhone();
  const plan = useShownPlan();
  const { destination, tripZone } = useTrip((trip) => ({
    destination: trip.destination,
    tripZone: trip.timezone,
  }));
  const stopId = useViewState((state) => state.stopId);
  const hoveredId = useViewState((state) => state.hoveredId);
  const activeDayId = useViewState((state) => state.activeDayId);
  const days = useMemo(() => daysForMap(plan, formats, tripZone, wayOf), [plan, formats, tripZone, wayOf]);
  const ideas = useMemo(() => ideasForMap(plan), [plan]);
  const handle = useRef<TripMapHandle | null>(null);
  useFollowDay(handle, activeDayId);
  const hasDetails = useViewState((state) => openRowOf(state) !== null || state.talk || state.agent);
  const padding = useMemo(() => ({ right: hasDetails && !phone ? DRAWER_PX : 0 }), [hasDetails, phone]);
  const target = useMemo(() => pointOf(destination), [destination]);

  const { change } = useMay();
  const { pin, ...pins } = usePin();
  // The service may refuse a new stop while the map is hidden; the form of the stop then stays hidden with the map.
  const isShown = useViewState(({ pane }) => (phone ? pane === "map" : pane !== "money"));
  const tell = useCodeLoadFailureToast();
  function giveUp() {
    pins.close();
    tell();
  }
  const around = useAroundToggle(sources, pin, pins.look);
  const isForm = pin?.shows === "form";
  const shown = isShown && (change || !isForm) ? pin : null;

  return (
    <>
      <TripMap
        days={days}
        ideas={ideas}
        selectedStopId={stopId}
        hoveredStopId={hoveredId}
        watchers={useMapWatchers()}
        activeDayId={activeDayId}
        onSelect={view.openStop}
        onHover={(id) => view.set({ hoveredId: id })}
        onDaySelect={onPickDay}
        onMapReady={(ready) => {
          handle.current = ready;
          if (!ready) return;
          PlaceCard.preload();
          if (change) AddHere.preload();
        }}
        onPress={change ? pins.open : undefined}
        onTap={({ point, place, isAfterCard }) => {
          if (place) pins.look({ lat: place.lat, lng: place.lng }, place);
          else if (change && !isAfterCard) pins.look(point, null);
        }}
        around={around}
        pin={shown}
        padding={padding}
        destination={target}
        sources={sources}
        locale={useLocale()}
        labels={useMapLabels()}
      />
      <QuietBoundary retryOn={pin} onBroken={giveUp}>
        {shown?.shows === "form" ? (
          <AddHere
            key={keyOf(shown)}
            pin={shown}
            onClose={pins.close}
            onRefused={pins.reopen}
            onMissing={giveUp}
          />
        ) : shown ? (
          <PlaceCard
            key={keyOf(shown)}
            pin={shown}
            onClose={pins.close}
            onAddHere={pins.open}
            onMissing={giveUp}
          />
        ) : null}
      </QuietBoundary>
    </>
  );
}

function keyOf({ point }: OpenPin): string {
  return `${point.lat},${point.lng}`;
}

function pointOf(destination: Destination | null) {
  if (destination?.lat === undefined || destination.lng === undefined) return null;
  const { name, lat, lng, countryCode } = destination;
  return { name, lat, lng, ...(countryCode && { countryCode }) };
}

/** Moves the map to the day in view once scrolling has stopped, unless a stop is open. */
function useFollowDay(handle: { current: TripMapHandle | null }, dayId: string | null) {
  const view = useView();
  const first = useRef(dayId);
  useEffect(() => {
    if (dayId === null || dayId === first.current) return undefined;
    first.current = null;
    const timer = setTimeout(() => {
      if (view.get().stopId === null) handle.current?.fitDay(dayId);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [handle, dayId, view]);
}

const shownWatchers = new WeakMap<readonly Watcher[], ReturnType<typeof toMapWatchers>>();

/**
 * Returns the members to show at each marker. Unchanged lists stay the same object, so that their markers are not
 * rendered again.
 */
function useMapWatchers(): MapWatchers {
  const watchers = useWatchers();
  return useMemo(
    () =>
      new Map(
        [...watchers].map(([id, list]) => {
          const shown = shownWatchers.get(list) ?? toMapWatchers(list);
          shownWatchers.set(list, shown);
          return [id, shown];
        }),
      ),
    [watchers],
  );
}

function toMapWatchers(list: readonly Watcher[]) {
  return list.map(({ person }) => ({
    id: person.id,
    name: shortName(person.name),
    initial: initialOf(person.name),
    color: toneColor(person.tone ?? 7),
  }));
}
