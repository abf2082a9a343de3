import { addDays, daysBetween } from "#lib/shared/dates.ts";
import type { NewExpense } from "#lib/shared/expenses.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import { MAX_NIGHTS } from "#lib/shared/money-limits.ts";
import { CATEGORY_OF_RESERVATION, CATEGORY_OF_STOP } from "#lib/shared/planned-costs.ts";
import { localDate } from "#lib/shared/reservation-times.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { amountText } from "../../_details/cost-text.ts";
import { emptyForm, type ExpenseForm, formOf, type NewFormScene, splitAmong } from "./expense-form.ts";

type StopFacts = Pick<StopDto, "id" | "name" | "category" | "cost" | "participants">;

/** What a stop says of its expense; `date` is its day's, null in Ideas. */
export function formOfStop(stop: StopFacts, date: string | null, scene: NewFormScene): ExpenseForm {
  const category = stop.category === "other" ? null : CATEGORY_OF_STOP[stop.category];
  return {
    ...withPlan(emptyForm(scene), { title: stop.name, cost: stop.cost, participants: stop.participants }),
    category,
    stopId: stop.id,
    spentOn: date ?? scene.spentOn,
  };
}

type BookingFacts = Pick<ReservationDto, "id" | "title" | "kind" | "cost" | "participants" | "start" | "end">;

/** What a booking says of it, with the nights of a stay. */
export function formOfBooking(booking: BookingFacts, scene: NewFormScene): ExpenseForm {
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

/** What somebody has drafted, down to who paid; nothing of it is recorded yet. */
export function formOfDraft(draft: NewExpense, scene: NewFormScene, tripCurrency: string): ExpenseForm {
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
  // What the draft leaves open is as in any new one.
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

/** The day of a new one: today, but the last of a trip that is over. What was paid before it began was paid then. */
export function firstDay(today: string, trip: { endDate: string | null }): string {
  return trip.endDate !== null && today > trip.endDate ? trip.endDate : today;
}

/** The last morning of a stay. */
export function dayAfter(spentOn: string, nights: number): string {
  return addDays(spentOn, nights);
}
