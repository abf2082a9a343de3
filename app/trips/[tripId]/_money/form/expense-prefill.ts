import { addDays, daysBetween } from "#lib/shared/dates.ts";
import type { NewExpense } from "#lib/shared/expenses.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import { MAX_NIGHTS } from "#lib/shared/money-limits.ts";
import { CATEGORY_OF_RESERVATION, CATEGORY_OF_STOP } from "#lib/shared/planned-costs.ts";
import { localDate } from "#lib/shared/reservation-times.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { amountText } from "../../_model/money/cost-text.ts";
import { emptyForm, type ExpenseForm, formOf, type NewFormContext, splitAmong } from "./expense-form.ts";

type StopFacts = Pick<StopDto, "id" | "name" | "category" | "cost" | "participants">;

/** Returns a new form filled in from a stop; `date` is its day's date, null for a stop in Ideas. */
export function formOfStop(stop: StopFacts, date: string | null, scene: NewFormContext): ExpenseForm {
  const category = stop.category === "other" ? null : CATEGORY_OF_STOP[stop.category];
  return {
    ...withPlan(emptyForm(scene), { title: stop.name, cost: stop.cost, participants: stop.participants }),
    category,
    stopId: stop.id,
    spentOn: date ?? scene.spentOn,
  };
}

type BookingFacts = Pick<ReservationDto, "id" | "title" | "kind" | "cost" | "participants" | "start" | "end">;

/** Returns a new form filled in from a reservation, with the nights of a stay. */
export function formOfBooking(booking: BookingFacts, scene: NewFormContext): ExpenseForm {
  const { id, title, kind, cost, participants, start, end } = booking;
  const category = kind === "other" ? null : CATEGORY_OF_RESERVATION[kind];
  return {
    ...withPlan(emptyForm(scene), { title, cost, participants }),
    category,
    reservationId: id,
    spentOn: start ? localDate(start) : scene.spentOn,
    nights: kind === "lodging" && start && end ? nightsText(localDate(start), localDate(end)) : "",
  };
}

function nightsText(from: string, to: string): string {
  const nights = daysBetween(from, to);
  return nights >= 1 && nights <= MAX_NIGHTS ? String(nights) : "";
}

/** Returns a new form filled in from a drafted expense that is not saved yet, payers included. */
export function formOfDraft(draft: NewExpense, scene: NewFormContext, tripCurrency: string): ExpenseForm {
  const { title, money, category = null, spentOn = scene.spentOn } = draft;
  const { stopId = null, reservationId = null, notes = null, nights = null } = draft;
  const rows = { stopId, reservationId, notes, nights };
  const form = formOf(
    {
      title,
      money,
      spentOn,
      ...rows,
      category: category ?? "other",
      rate: null,
      private: draft.private ?? false,
    },
    tripCurrency,
  );
  // What the draft leaves open has the values of an empty form.
  const { payers, split } = emptyForm(scene);
  return {
    ...form,
    category,
    rate: draft.rate?.value ?? null,
    payers: money.payers.length > 0 ? form.payers : payers,
    split: form.split.people.length > 0 ? form.split : split,
  };
}

type PlanFacts = { title: string; cost: MoneyValue | null; participants: readonly string[] | null };

function withPlan(form: ExpenseForm, { title, cost, participants }: PlanFacts): ExpenseForm {
  return {
    ...form,
    title,
    ...(cost && cost.amount > 0 && { amount: amountText(cost), currency: cost.currency }),
    ...(participants && participants.length > 0 && { split: splitAmong(participants) }),
  };
}

/**
 * Returns the date that a new expense starts with: today, or the last day of a trip that is over. Before the trip it
 * is also today, since such an expense was paid then.
 */
export function defaultSpentOn(today: string, trip: { endDate: string | null }): string {
  return trip.endDate !== null && today > trip.endDate ? trip.endDate : today;
}

/** Returns the date of the last morning of a stay. */
export function lastMorningOfStay(spentOn: string, nights: number): string {
  return addDays(spentOn, nights);
}
