"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { deviceClock } from "#lib/client/base/device-clock.ts";
import { newId } from "#lib/client/base/ids.ts";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import { dateInZone } from "#lib/shared/dates.ts";
import { membersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseDto, NewExpense } from "#lib/shared/expenses.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { usePageViewer } from "../../_base/page-viewer.tsx";
import { type TripPerson, usePeople } from "../../_base/people.tsx";
import type { ExpenseDialog } from "../../_base/view.tsx";
import { everyoneOf } from "../../_base/money/everyone.ts";
import { emptyForm, type ExpenseForm, formOf, type NewFormContext } from "./expense-form.ts";
import { defaultSpentOn, formOfBooking, formOfDraft, formOfStop } from "./expense-prefill.ts";
import type { FormField, FormProblem } from "./form-problems.ts";
import {
  forgetExpense,
  dropForeignRates,
  mergeRemoteChanges,
  keepExpense,
  type StoredExpenseForm,
  keptExpense,
} from "./stored-expense-form.ts";
import { readMinusAsRefund } from "./leading-minus.ts";
import { type ExpenseReading, readExpense } from "./read-expense.ts";
import { type FoundRate, useFoundRate } from "./use-found-rate.ts";

export interface FormState {
  key: string;
  id: string;
  /** Whether this is a new expense from a draft; others may save the same draft, too. */
  isDraft: boolean;
  /** The expense that is edited; null for a new one. */
  expense: ExpenseDto | null;
  /** The form after {@link readMinusAsRefund}. */
  form: ExpenseForm;
  /** The text of the amount field exactly as typed, for the field itself. */
  typedAmount: string;
  start: ExpenseForm;
  baseSeq: number;
  reading: ExpenseReading;
  /** The problems in `reading`, and a missing exchange rate. */
  problems: readonly FormProblem[];
  /** Everybody who can take part; `everyone` has the ids of the members who share a new expense by default. */
  people: readonly TripPerson[];
  everyone: readonly string[];
  meId: string | null;
  /** The present date in the trip's time zone. */
  today: string;
  tripCurrency: string;
  found: FoundRate;
  receipts: readonly File[];
  /** Whether the form was restored with input that was not saved when the dialog was open earlier. */
  isBack: boolean;
  isChanged: boolean;
  change: (patch: Partial<ExpenseForm>) => void;
  setReceipts: (files: readonly File[]) => void;
  startOver: () => void;
  /** Marks a field as touched; from then on its problems are shown. */
  touch: (field: FormField) => void;
  touched: ReadonlySet<FormField>;
}

export function useExpenseForm(dialog: ExpenseDialog, expense: ExpenseDto | null): FormState {
  const scene = useFormScene(expense);
  const { tripId, tripCurrency, people, begin } = scene;
  const { userId } = usePageViewer();
  const key = `expense ${userId} ${tripId} ${keyOf(dialog)}`;
  const actions = useTripActions();
  const begun = (): StoredExpenseForm => {
    const form = begin(dialog);
    const id = expense?.id ?? draftOf(dialog)?.id ?? newId();
    return { id, start: form, form, baseSeq: actions.baseSeq(), tripCurrency, receipts: [] };
  };
  const [isBack, setBack] = useState(() => keptExpense(key) !== undefined);
  const [begunEntry, setEntry] = useState<StoredExpenseForm>(() => keptExpense(key) ?? begun());
  const inTrip = dropForeignRates(begunEntry, tripCurrency);
  const stored = () => ({ form: begin(dialog), baseSeq: actions.baseSeq() });
  const entry = expense ? mergeRemoteChanges(inTrip, stored()) : inTrip;
  const [touched, setTouched] = useState<ReadonlySet<FormField>>(new Set());
  const { id, form: typed, start, baseSeq, receipts } = entry;
  const form = readMinusAsRefund(typed);

  function put(next: StoredExpenseForm) {
    setEntry(next);
    if (isBegun(next)) keepExpense(key, next);
    else forgetExpense(key, next.id);
  }
  const reading = readExpense(useNamed(form), { members: people.map((person) => person.id), tripCurrency });
  const { currency } = reading.money;
  const found = useFoundRate(currency, form.spentOn, needsRate(expense, reading, tripCurrency));
  const isMissing = found.isUnknown && reading.fields.rate === null;
  const missing: FormProblem[] = isMissing ? [{ field: "rate", kind: "noRate" }] : [];
  return {
    ...scene,
    key,
    id,
    isDraft: draftOf(dialog) !== undefined,
    expense,
    form,
    typedAmount: typed.amount,
    start,
    baseSeq,
    reading,
    problems: [...reading.problems, ...missing],
    found,
    receipts,
    isBack,
    isChanged: isBegun(entry),
    // A change of the amount keeps a leading minus in its text, so that typing can go on; any other change turns it
    // into the refund switch.
    change: (patch) => put({ ...entry, form: { ...("amount" in patch ? typed : form), ...patch } }),
    setReceipts: (files) => put({ ...entry, receipts: files }),
    startOver() {
      forgetExpense(key, id);
      setEntry(begun());
      setBack(false);
      setTouched(new Set());
    },
    touch: (field) => setTouched((before) => new Set([...before, field])),
    touched,
  };
}

/**
 * An expense with a chosen category and without a title is named after the category, so that the usual expense needs
 * only an amount.
 */
function useNamed(form: ExpenseForm): ExpenseForm {
  const t = useTranslations("trip-money");
  if (form.category === null || form.title.trim() !== "") return form;
  return { ...form, title: t(`category.${form.category}`) };
}

function isBegun({ form, start, receipts }: StoredExpenseForm): boolean {
  return form !== start || receipts.length > 0;
}

function keyOf(dialog: ExpenseDialog): string {
  if (dialog.kind === "editExpense") return dialog.expenseId;
  const draft = dialog.draft && JSON.stringify(dialog.draft);
  return ["new", dialog.stopId ?? dialog.reservationId ?? draft].filter(Boolean).join(" ");
}

/**
 * Whether a rate has to be looked up. A stored rate remains until the currency changes or, if it was looked up, the
 * day.
 */
function needsRate(
  expense: ExpenseDto | null,
  { money, fields }: ExpenseReading,
  tripCurrency: string,
): boolean {
  if (fields.rate !== null) return false;
  if (!expense) return true;
  const isLookedUp = expense.rate?.source !== "typed" && expense.rate?.source !== "import";
  if (money.currency !== expense.money.currency) return true;
  return (
    expense.rate !== null &&
    (isLookedUp
      ? fields.spentOn !== expense.spentOn
      : expense.rate.source === "typed" && expense.rate.to === tripCurrency)
  );
}

/** Returns what the form needs from the trip. */
function useFormScene(expense: ExpenseDto | null) {
  const { present, byMember, me } = usePeople();
  const trip = useTrip();
  const [today] = useState(() => dateInZone(deviceClock.now(), trip.timezone));
  const past = expense
    ? membersOf(expense.money).filter((id) => !present.some((each) => each.id === id))
    : [];
  const people = [...present, ...past.flatMap((id) => byMember.get(id) ?? [])];
  const everyone = everyoneOf(present);
  const meId = me?.id ?? null;
  const scene: NewFormContext = {
    me: meId,
    people: everyone,
    currency: trip.currency,
    spentOn: defaultSpentOn(today, trip),
  };
  const begin = (dialog: ExpenseDialog) =>
    expense ? formOf(expense, trip.currency) : newForm(dialog, trip, scene);
  return { tripId: trip.id, tripCurrency: trip.currency, people, everyone, meId, today, begin };
}

function draftOf(dialog: ExpenseDialog): NewExpense | undefined {
  return dialog.kind === "addExpense" ? dialog.draft : undefined;
}

function newForm(dialog: ExpenseDialog, trip: TripDto, scene: NewFormContext): ExpenseForm {
  if (dialog.kind === "editExpense") return emptyForm(scene);
  if (dialog.draft) return formOfDraft(dialog.draft, scene, trip.currency);
  const stop = trip.stops.find(({ id }) => id === dialog.stopId);
  if (stop) {
    const date = trip.days.find(({ id }) => id === stop.dayId)?.date ?? null;
    return formOfStop(stop, date, scene);
  }
  const booking = trip.reservations.find(({ id }) => id === dialog.reservationId);
  return booking ? formOfBooking(booking, scene) : emptyForm(scene);
}
