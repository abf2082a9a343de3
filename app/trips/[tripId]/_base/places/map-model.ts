import type { Map as MapLibreMap } from "maplibre-gl";
import type { ReactNode, RefObject } from "react";
import type { Locale } from "#app/_i18n/locales.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";
import type { Leg, Point } from "#lib/shared/legs.ts";
import type { MapPlace } from "../../_model/places/seen-place.ts";

/**
 * Lodgings and transport are drawn with an icon. A proposal is a stop that the agent or a drag would add; it is drawn
 * translucent.
 */
export type PointKind = "stop" | "lodging" | "transport" | "proposal";

export interface MapPoint extends Point {
  stopId: string;
  number: number | null;
  name: string;
  /** The local time, formatted for display. */
  time: string | null;
  /** How the point is drawn; "stop" if it is absent. */
  kind?: PointKind;
  /** The leg from the previous point to this one; if it is absent, the leg is estimated. */
  way?: Leg;
  /** Whether a stop without a place comes right before this point, so that the leg to it is unknown. */
  isAfterGap?: boolean;
}

export interface MapDay {
  id: string;
  /** The 1-based number of the day, which selects its colour. */
  index: number;
  /** The text for the day, for example "Sun 15". */
  label: string;
  /**
   * A shorter text for the day, for example "Sun", which is shown while the day is not the one in view; `label` is
   * shown if it is absent.
   */
  shortLabel?: string;
  /** The points in the plan's order; stops without a place are left out. */
  points: MapPoint[];
}

/** Another member who has a stop open; the stop's marker shows them. */
export interface MapWatcher {
  id: string;
  name: string;
  initial: string;
  /** The member's colour in CSS. */
  color: string;
}

/** The watchers by the id of the stop. A stop's list is the same object as long as nothing in it changes. */
export type MapWatchers = ReadonlyMap<string, readonly MapWatcher[]>;

/** A spot for which a form or card is open; `anchor` is the element of its mark. */
export interface MapPin {
  point: Point;
  anchor: RefObject<HTMLElement | null>;
}

/** A toggle button among the controls, and the panel that it opens below them. */
export interface MapPanelToggle {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Renders the panel; `layer` is an element that lies on the map below the markers of the plan. */
  panel: (map: MapLibreMap, layer: HTMLElement | null) => ReactNode;
}

/** A click or tap on the map itself. */
export interface Tap {
  point: Point;
  /** The place whose name is drawn at the point; null if there is none. */
  place: MapPlace | null;
  /** Whether the tap has closed a place card; such a tap opens no new card where no name is drawn. */
  isAfterCard: boolean;
}

/** By how many pixels each edge of the map is covered, for example by the drawer. */
export interface MapPadding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/**
 * Why the device's position is not shown. `denied`: the reader or the browser does not allow access to the position;
 * `unknown`: the device cannot determine it.
 */
export type PositionTrouble = "denied" | "unknown";

export interface MapLabels {
  map: string;
  stops: string;
  /**
   * Returns the accessible name of a cluster. `day` is the day of all its stops, or null; `parts` is false if all
   * stops are in one spot.
   */
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
  /** Says that the streets cannot be loaded at present. */
  streetsMissing: string;
  unavailable: string;
  unavailableHint: string;
  failed: string;
  retry: string;
  /** Returns the accessible name of a marker; `day` is null for an idea. */
  marker: (point: MapPoint, day: MapDay | null) => string;
  /** Returns a marker's name while other members have its stop open. */
  watched: (marker: string, watchers: readonly MapWatcher[]) => string;
}

/** The methods that move the camera. It also moves when `selectedStopId` changes, and never otherwise by itself. */
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
  /** The stops that other members have open at present. */
  watchers: MapWatchers;
  /** The day in view; null if all days are. */
  activeDayId: string | null;
  onSelect: (stopId: string) => void;
  onHover: (stopId: string | null) => void;
  /**
   * Is called for a long press, a right click, or the keyboard's key of context menus; if it is absent, none of the
   * three does anything.
   */
  onPress?: ((point: Point) => void) | undefined;
  /** Is called for a click or tap on the map itself; without it a tap does nothing. */
  onTap?: ((tap: Tap) => void) | undefined;
  pin?: MapPin | null;
  /** The search for places around; absent if no service for it is configured. */
  around?: MapPanelToggle | undefined;
  /** If it is set, the days in the map's legend are buttons that call it. */
  onDaySelect?: (dayId: string) => void;
  /** Is called with the handle as soon as the camera can be moved, and with null when the map is removed. */
  onMapReady?: (handle: TripMapHandle | null) => void;
  padding?: Partial<MapPadding>;
  /** Where the camera starts as long as no stop has a place. */
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

/** Returns the number of the day's colour, 1 to 8. */
export function dayTone(day: MapDay): number {
  return ((day.index - 1) % DAY_COLORS) + 1;
}

export function isInView(day: MapDay, activeDayId: string | null): boolean {
  return activeDayId === null || day.id === activeDayId;
}

/** Returns every marker in the order of the keyboard: the days in their order, then the ideas. */
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
