import type { Map as MapLibreMap } from "maplibre-gl";
import type { ReactNode, RefObject } from "react";
import type { Locale } from "#app/_i18n/locales.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";
import type { Leg, Point } from "#lib/shared/legs.ts";
import type { PositionTrouble } from "./position-watch.ts";
import type { Tap } from "./use-tap.ts";

/** Beds and rides carry an icon; a proposal is what the agent or a drag would add, drawn as a ghost. */
export type PointKind = "stop" | "lodging" | "transport" | "proposal";

export interface MapPoint extends Point {
  stopId: string;
  number: number | null;
  name: string;
  /** Wall time, as shown. */
  time: string | null;
  /** Absent: "stop". */
  kind?: PointKind;
  /** How one gets here from the point before; absent: the estimate. */
  way?: Leg;
  /** Before it comes a stop without a place, so that nobody can tell the way here. */
  isAfterGap?: boolean;
}

export interface MapDay {
  id: string;
  /** 1-based; picks the day's colour. */
  index: number;
  /** "Sun 15" */
  label: string;
  /** "Sun", where the day is not the one in view; absent: `label`. */
  shortLabel?: string;
  /** In the plan's order, without the stops that have no place. */
  points: MapPoint[];
}

/** Another member who has a stop open, as its marker shows them. */
export interface MapWatcher {
  id: string;
  name: string;
  initial: string;
  /** Their CSS colour. */
  color: string;
}

/** By stop; a stop's list is the same object for as long as nothing in it changes. */
export type MapWatchers = ReadonlyMap<string, readonly MapWatcher[]>;

/** A spot that something is being written about; `anchor` is where its mark stands on the screen. */
export interface MapPin {
  point: Point;
  anchor: RefObject<HTMLElement | null>;
}

/** A button among the controls, and what it opens below them. */
export interface MapAround {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
  /** `layer` lies on the map, below the markers of the plan. */
  panel: (map: MapLibreMap, layer: HTMLElement | null) => ReactNode;
}

/** How much of each edge is covered, in pixels, as by the drawer. */
export interface MapPadding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface MapLabels {
  map: string;
  stops: string;
  /** What a cluster is called; `day` is the one of all its stops, and without `parts` they are in one place. */
  cluster: (cluster: { count: number; day: MapDay | null; parts: boolean }) => string;
  days: string;
  controls: string;
  zoomIn: string;
  zoomOut: string;
  fitDay: string;
  fitTrip: string;
  position: string;
  positionTrouble: (trouble: PositionTrouble) => string;
  scale: string;
  licences: string;
  /** Streets cannot be had right now. */
  streetsMissing: string;
  unavailable: string;
  unavailableHint: string;
  failed: string;
  retry: string;
  /** What a marker is called; `day` is null among the ideas. */
  marker: (point: MapPoint, day: MapDay | null) => string;
  /** The same while others have the stop open. */
  watched: (marker: string, watchers: readonly MapWatcher[]) => string;
}

/** The camera, for whoever holds the map. It moves only on these calls and when `selectedStopId` changes. */
export interface TripMapHandle {
  fitDay: (dayId: string) => void;
  fitTrip: () => void;
  showStop: (stopId: string) => void;
}

export interface TripMapProps {
  days: readonly MapDay[];
  ideas: readonly MapPoint[];
  selectedStopId: string | null;
  hoveredStopId: string | null;
  /** What the others have open right now. */
  watchers: MapWatchers;
  /** The day in view; null: every day is. */
  activeDayId: string | null;
  onSelect: (stopId: string) => void;
  onHover: (stopId: string | null) => void;
  /** A long press, a right click, or the key of context menus; absent: nothing can be done with a spot. */
  onPress?: ((point: Point) => void) | undefined;
  /** A click or a tap that means what is there; absent: nothing is said of it. */
  onTap?: ((tap: Tap) => void) | undefined;
  pin?: MapPin | null;
  /** The search for what is around; absent: there is nobody to ask. */
  around?: MapAround | undefined;
  /** Makes the days of the key into buttons. */
  onDaySelect?: (dayId: string) => void;
  /** With the camera as soon as it can be moved, and with null when it is gone. */
  onMapReady?: (handle: TripMapHandle | null) => void;
  padding?: Partial<MapPadding>;
  /** Shown while no stop has a place. */
  destination?: (Point & { name: string; countryCode?: string }) | null;
  sources?: MapSources;
  locale: Locale;
  labels: MapLabels;
}

export type MarkerLook = "filled" | "hollow" | "idea" | "proposal";

export interface MarkerItem {
  point: MapPoint;
  day: MapDay | null;
  look: MarkerLook;
}

const DAY_COLORS = 8;

/** The day's colour, 1 to 8. */
export function dayTone(day: MapDay): number {
  return ((day.index - 1) % DAY_COLORS) + 1;
}

export function isInView(day: MapDay, activeDayId: string | null): boolean {
  return activeDayId === null || day.id === activeDayId;
}

/** Every marker in the order in which one walks through them: the days, then the ideas. */
export function markerItems(
  days: readonly MapDay[],
  ideas: readonly MapPoint[],
  activeDayId: string | null,
): MarkerItem[] {
  const planned = days.flatMap((day) => {
    const look: MarkerLook = isInView(day, activeDayId) ? "filled" : "hollow";
    return day.points.map((point): MarkerItem => ({
      point,
      day,
      look: point.kind === "proposal" ? "proposal" : look,
    }));
  });
  return [...planned, ...ideas.map((point): MarkerItem => ({ point, day: null, look: "idea" }))];
}

export function findPoint(
  { days, ideas }: Pick<TripMapProps, "days" | "ideas">,
  stopId: string | null,
): MapPoint | null {
  const isIt = (point: MapPoint) => point.stopId === stopId;
  for (const day of days) {
    const found = day.points.find(isIt);
    if (found) return found;
  }
  return ideas.find(isIt) ?? null;
}

export function fullPadding(padding: Partial<MapPadding> = {}): MapPadding {
  const { top = 0, right = 0, bottom = 0, left = 0 } = padding;
  return { top, right, bottom, left };
}
