import { bestSequence, type Costs, type Sequence } from "./best-sequence.ts";
import { estimateUnroundedLeg, MIN_STOPS_TO_ORDER, type Point } from "./legs.ts";
import { compareStops } from "./stop-order.ts";
import type { StopFields } from "./stops.ts";

/** `few` and `many`: the day has too few or too many stops for a verdict. */
export const ORDER_VERDICTS = ["better", "good", "few", "many"] as const;

/** The fields of a stop that the order of a day depends on. */
export type OrderedStop = Pick<
  StopFields,
  "id" | "position" | "place" | "category" | "startTime" | "endTime" | "timezone" | "travelMode"
>;

export type PlacedStop = OrderedStop & { place: Point };

export interface Travel {
  meters: number;
  minutes: number;
}

/** The travel from one stop to another; `isEstimate` unless a routing service computed it. */
export type TravelOf = (from: PlacedStop, to: PlacedStop) => Travel & { isEstimate: boolean };

export interface DayOrder {
  /** The ids of all stops in the proposed order; the current order if no other one is better. */
  order: string[];
  before: Travel;
  after: Travel;
  isEstimated: boolean;
  verdict: (typeof ORDER_VERDICTS)[number];
}

const MOST = 40;
/** The least number of minutes that another order must save: less time is not worth a change of plans. */
const WORTH_MINUTES = 2;
const WORTH_SHARE = 0.03;
/** The assumed time for one stop between two fixed times, with the travel to it. */
const STOP_MINUTES = 60;

/** A stop with a place, and the stops without a place that stay with it. */
interface Group {
  ids: string[];
  at: PlacedStop;
  members: OrderedStop[];
  isFixed: boolean;
}

/**
 * Proposes an order of a day's stops that takes less travel time. The first and the last stop stay. Stops with a time,
 * stops with a reservation, lodging and transport keep their order among each other, and the other stops move between
 * them. A stop without a place stays behind the stop before it. Between two fixed times there are no more stops than
 * there are now, or than an hour for each stop allows.
 * @param booked ids of stops that have a reservation
 */
export function optimizeDay(
  stops: readonly OrderedStop[],
  booked: ReadonlySet<string>,
  travelOf: TravelOf = estimatedTravel,
): DayOrder {
  const groups = groupsOf(stops.toSorted(compareStops), booked);
  const now = groups.map((_, index) => index);
  const travels = memoized(groups, travelOf);
  const before = total(now, travels);
  const order = stops.toSorted(compareStops).map(({ id }) => id);
  const asItIs = { order, before: rounded(before), after: rounded(before), isEstimated: before.isEstimate };
  if (groups.length < MIN_STOPS_TO_ORDER) return { ...asItIs, verdict: "few" };
  if (groups.length > MOST) return { ...asItIs, verdict: "many" };
  const best = bestSequence(sequenceOf(groups), costsOf(travels));
  const after = total(best, travels);
  const saved = before.minutes - after.minutes;
  if (saved < WORTH_MINUTES || saved < before.minutes * WORTH_SHARE) return { ...asItIs, verdict: "good" };
  return {
    order: best.flatMap((index) => groups[index]?.ids ?? []),
    before: rounded(before),
    after: rounded(after),
    isEstimated: before.isEstimate || after.isEstimate,
    verdict: "better",
  };
}

/** Estimates the travel by distance alone, without rounding. */
export function estimatedTravel(from: PlacedStop, to: PlacedStop): Travel & { isEstimate: boolean } {
  const { meters, minutes } = estimateUnroundedLeg(from.place, to.place, to.travelMode) ?? {
    meters: 0,
    minutes: 0,
  };
  return { meters, minutes, isEstimate: true };
}

/** Groups the stops; stops before the first one with a place belong to that one's group. */
function groupsOf(stops: readonly OrderedStop[], booked: ReadonlySet<string>): Group[] {
  const groups: Group[] = [];
  const early: OrderedStop[] = [];
  for (const stop of stops) {
    const last = groups.at(-1);
    if (hasPlace(stop)) groups.push({ ids: [], at: stop, members: [stop], isFixed: false });
    else if (last) last.members.push(stop);
    else early.push(stop);
  }
  groups[0]?.members.unshift(...early);
  for (const group of groups) {
    group.ids = group.members.map(({ id }) => id);
    group.isFixed = group.members.some((stop) => isFixed(stop, booked));
  }
  return groups;
}

function hasPlace(stop: OrderedStop): stop is PlacedStop {
  return stop.place !== null;
}

function isFixed({ id, startTime, endTime, category }: OrderedStop, booked: ReadonlySet<string>): boolean {
  const hasTime = startTime !== null || endTime !== null;
  return hasTime || booked.has(id) || category === "lodging" || category === "transport";
}

function sequenceOf(groups: readonly Group[]): Sequence {
  const last = groups.length - 1;
  const fixed = groups.flatMap(({ isFixed: is }, index) =>
    is || index === 0 || index === last ? [index] : [],
  );
  const room = fixed.slice(1).map((to, window) => {
    const from = fixed[window] ?? 0;
    return Math.max(to - from - 1, roomBetween(groups[from], groups[to]));
  });
  return { count: groups.length, fixed, room };
}

/** How many stops fit between two fixed times; Infinity if one of the times is not known. */
function roomBetween(from: Group | undefined, to: Group | undefined): number {
  const leaves = from?.members.findLast(({ startTime, endTime }) => startTime ?? endTime);
  const arrives = to?.members.find(({ startTime }) => startTime);
  if (!leaves || !arrives || leaves.timezone !== arrives.timezone) return Infinity;
  const free = minuteOf(arrives.startTime) - minuteOf(leaves.endTime ?? leaves.startTime);
  // If the times cross midnight, they do not limit the number of stops.
  return free < 0 ? Infinity : Math.floor(free / STOP_MINUTES);
}

function minuteOf(time: string | null): number {
  const [hours = 0, minutes = 0] = (time ?? "").split(":").map(Number);
  return hours * 60 + minutes;
}

type Travels = (from: number, to: number) => ReturnType<TravelOf>;

function memoized(groups: readonly Group[], travelOf: TravelOf): Travels {
  const known = new Map<number, ReturnType<TravelOf>>();
  return (from, to) => {
    const key = from * groups.length + to;
    const [start, end] = [groups[from], groups[to]];
    if (!start || !end) throw new Error("There is no such stop.");
    const travel = known.get(key) ?? travelOf(start.at, end.at);
    known.set(key, travel);
    return travel;
  };
}

const METERS_PER_TIE = 1e9;

/** The costs are minutes; metres decide between routes of the same duration. */
function costsOf(travels: Travels): Costs {
  return (from, to) => {
    const { minutes, meters } = travels(from, to);
    return minutes + meters / METERS_PER_TIE;
  };
}

function total(sequence: readonly number[], travels: Travels): ReturnType<TravelOf> {
  const sum = { meters: 0, minutes: 0, isEstimate: false };
  for (const [index, to] of sequence.entries()) {
    const from = sequence[index - 1];
    if (from === undefined) continue;
    const { meters, minutes, isEstimate } = travels(from, to);
    sum.meters += meters;
    sum.minutes += minutes;
    sum.isEstimate ||= isEstimate;
  }
  return sum;
}

function rounded({ meters, minutes }: Travel): Travel {
  return { meters: Math.round(meters), minutes: Math.round(minutes) };
}
