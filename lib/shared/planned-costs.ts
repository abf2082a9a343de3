import type { ExpenseCategory } from "./expense-categories.ts";
import type { MoneyValue } from "./money.ts";
import type { RESERVATION_KINDS } from "./reservation-kinds.ts";
import type { STOP_CATEGORIES } from "./stop-categories.ts";

type StopCategory = (typeof STOP_CATEGORIES)[number];
type ReservationKind = (typeof RESERVATION_KINDS)[number];

/** What an expense at such a stop is usually for. */
export const CATEGORY_OF_STOP: Readonly<Record<StopCategory, ExpenseCategory>> = {
  sight: "sights",
  food: "food",
  cafe: "food",
  bar: "food",
  shopping: "shopping",
  nature: "sights",
  museum: "sights",
  activity: "activities",
  lodging: "lodging",
  transport: "transport",
  other: "other",
};

/** What an expense for such a booking is usually for. */
export const CATEGORY_OF_RESERVATION: Readonly<Record<ReservationKind, ExpenseCategory>> = {
  flight: "flights",
  train: "transport",
  bus: "transport",
  ferry: "transport",
  car: "transport",
  lodging: "lodging",
  restaurant: "food",
  activity: "activities",
  other: "other",
};

interface Planned {
  id: string;
  cost: MoneyValue | null;
}

export interface Plan {
  stops: readonly (Planned & { category: StopCategory })[];
  reservations: readonly (Planned & { kind: ReservationKind; stopId: string | null })[];
}

export interface PlannedCost {
  category: ExpenseCategory;
  cost: MoneyValue;
  /** No expense is linked to it yet. */
  isOpen: boolean;
}

/**
 * What a plan is going to cost. A stop's own cost is left out where one of its bookings has one: both say the same, and
 * the booking knows it better. An expense for a stop pays its bookings, too.
 * @param paid ids of the stops and bookings that expenses are linked to, private ones left out
 */
export function plannedCosts({ stops, reservations }: Plan, paid: ReadonlySet<string>): PlannedCost[] {
  const booked = new Set(reservations.flatMap(({ stopId, cost }) => (cost ? [stopId] : [])));
  const costs: PlannedCost[] = [];
  for (const { id, cost, category } of stops) {
    if (cost && !booked.has(id))
      costs.push({ category: CATEGORY_OF_STOP[category], cost, isOpen: !paid.has(id) });
  }
  for (const { id, cost, kind, stopId } of reservations) {
    const isOpen = !paid.has(id) && (stopId === null || !paid.has(stopId));
    if (cost) costs.push({ category: CATEGORY_OF_RESERVATION[kind], cost, isOpen });
  }
  return costs;
}
