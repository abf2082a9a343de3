import type { ExpenseCategory } from "./expense-categories.ts";
import type { MoneyValue } from "./money.ts";
import type { RESERVATION_KINDS } from "./reservation-kinds.ts";
import type { STOP_CATEGORIES } from "./stop-categories.ts";

type StopCategory = (typeof STOP_CATEGORIES)[number];
type ReservationKind = (typeof RESERVATION_KINDS)[number];

/** The usual category of an expense for a stop of each category. */
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

/** The usual category of an expense for a reservation of each kind. */
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

export interface CostedPlan {
  stops: readonly (Planned & { category: StopCategory })[];
  reservations: readonly (Planned & { kind: ReservationKind; stopId: string | null })[];
}

export interface PlannedCost {
  category: ExpenseCategory;
  cost: MoneyValue;
  /** Whether no expense is linked to the stop or reservation yet. */
  isOpen: boolean;
}

/**
 * The planned costs of a trip. A stop's own cost is left out if one of its reservations has a cost: both mean the same
 * money, and the reservation knows it better. An expense for a stop also pays its reservations.
 * @param paid ids of the stops and reservations that expenses are linked to, except private expenses
 */
export function plannedCosts({ stops, reservations }: CostedPlan, paid: ReadonlySet<string>): PlannedCost[] {
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
