"use client";

import { Lock, Pencil } from "lucide-react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { ownPart, expenseSumsOf } from "#lib/client/money/money.ts";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { ExpenseDto, ExpensePatch } from "#lib/shared/expenses.ts";
import ConflictLines from "../_base/fields/conflict-lines.tsx";
import { DeleteRow } from "../_base/fields/delete-row.tsx";
import { NotesField } from "../_base/fields/notes-field.tsx";
import { PropRow } from "../_base/fields/prop-row.tsx";
import type { RowField } from "../_model/row-field.ts";
import { Thread } from "../_discussion/thread.tsx";
import { TitleField } from "../_base/fields/title-field.tsx";
import { FilesSection } from "../_files/files-section.tsx";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";
import { useView } from "../_base/view.tsx";
import { useWrites } from "../_base/writes.tsx";
import { ExpenseShares } from "../_money/expense-shares.tsx";
import { expenseIcons } from "../_money/expense-icon.ts";
import { useRateWords } from "../_money/rate-notes.tsx";
import { useExpenseWords } from "../_base/money/use-expense-words.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

/**
 * Shows everything about one expense: what each member paid and owes to the minor unit, what it was for, and its
 * comments.
 */
export function ExpenseDetails({ expense }: { expense: ExpenseDto }) {
  const { id } = expense;
  const { edit } = useMay();
  const target = { kind: "expense" as const, id };
  const notes = useExpenseField(expense, "notes");
  return (
    <div className="pb-4">
      <Title expense={expense} />
      <ConflictLines entityId={id} className="mx-4" />
      <Sum expense={expense} />
      <ExpenseShares expense={expense} />
      <div className="px-2 pt-3">
        <Facts expense={expense} />
      </div>
      <FilesSection target={target} readOnly={!edit} />
      <NotesField of={id} notes={expense.notes} field={notes} readOnly={!edit} />
      <Thread target={target} commentCount={expense.commentCount} />
      {edit ? <DeleteExpense expense={expense} /> : null}
    </div>
  );
}

function useExpenseField(expense: ExpenseDto, field: string): RowField<ExpensePatch> {
  const writes = useWrites();
  const actions = useTripActions();
  // Presence does not show other members that a private expense is being edited, because only some members know its
  // id.
  const stopId = expense.private ? null : expense.id;
  return {
    // Refusals and conflicts are shown as separate messages.
    save: (patch, baseSeq = actions.baseSeq()) => {
      writes.updateExpense(expense.id, patch, { baseSeq, known: expense }).catch(() => {});
    },
    presence: {
      onFocus: () => actions.setPresence({ stopId, field }),
      onBlur: () => actions.setPresence({ stopId, field: null }),
    },
  };
}

function Title({ expense }: { expense: ExpenseDto }) {
  const t = useTranslations("trip-money");
  const formats = useFormats();
  const words = useExpenseWords();
  const { edit } = useMay();
  const { save, presence } = useExpenseField(expense, "title");
  const { id, title, category, spentOn } = expense;
  return (
    <div className="px-4 pt-1 pb-0.5">
      {edit ? (
        <TitleField
          of={id}
          value={title}
          label={t("title")}
          save={(text, baseSeq) => save({ title: text }, baseSeq)}
          presence={presence}
        />
      ) : (
        <h2 className="text-xl font-semibold text-pretty">{title}</h2>
      )}
      <p className="mt-0.5 flex items-center gap-1.5 text-sm text-text-3">
        <Icon of={expenseIcons[category]} className="text-text-2" />
        <span className="truncate">
          {[t(`category.${category}`), formats.day(spentOn, { weekday: true })].join(" · ")}
        </span>
      </p>
      {expense.private ? (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-text-3">
          <Icon of={Lock} />
          {words.seenBy(expense)}
        </p>
      ) : null}
    </div>
  );
}

/** Shows the amount as paid, the amount in the trip's currency, and the user's own share. */
function Sum({ expense }: { expense: ExpenseDto }) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const rateWords = useRateWords();
  const { me } = usePeople();
  const { edit } = useMay();
  const view = useView();
  const trip = useTrip(({ currency, formerCurrencies }) => ({ currency, formerCurrencies }));
  const { money, rate } = expense;
  const sums = expenseSumsOf(trip, expense);
  const part = sums && me ? ownPart(sums, me.id) : null;
  const isForeign = money.currency !== trip.currency;
  return (
    <div className="px-4 pt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className={cx("min-w-0 text-2xl font-semibold tabular-nums", money.amount < 0 && "text-success")}>
          {format.money(money)}
        </p>
        {edit ? (
          <Button
            icon={Pencil}
            onClick={() => view.set({ dialog: { kind: "editExpense", expenseId: expense.id } })}
          >
            {t("edit")}
          </Button>
        ) : null}
      </div>
      {isForeign ? (
        <p className="text-sm text-text-2 tabular-nums">
          {sums ? format.money({ amount: sums.amount, currency: trip.currency }) : t("rateComes")}
          {rate ? <span className="text-text-3"> · {rateWords(money.currency, rate)}</span> : null}
        </p>
      ) : null}
      {part ? (
        <p className={cx("text-sm", part.kind === "lent" ? "text-success" : "text-text-2")}>
          {part.kind === "none"
            ? t("own.none")
            : t(`own.${part.kind}`, {
                amount: format.money({ amount: part.amount, currency: trip.currency }),
              })}
        </p>
      ) : null}
    </div>
  );
}

/** Shows what the expense was for: nights, stop and reservation. */
function Facts({ expense: { stopId, reservationId, nights } }: { expense: ExpenseDto }) {
  const t = useTranslations("trip-money");
  const view = useView();
  const { stop, booking } = useTrip(({ stops, reservations }) => ({
    stop: stops.find(({ id }) => id === stopId),
    booking: reservations.find(({ id }) => id === reservationId),
  }));
  return (
    <>
      {nights === null ? null : <PropRow label={t("nights")}>{t("nightCount", { count: nights })}</PropRow>}
      {stop ? (
        <PropRow label={t("stop")}>
          <TextButton className="min-w-0 truncate" onClick={() => view.openStop(stop.id)}>
            {stop.name}
          </TextButton>
        </PropRow>
      ) : null}
      {booking ? (
        <PropRow label={t("booking")}>
          <TextButton className="min-w-0 truncate" onClick={() => view.openReservation(booking.id)}>
            {booking.title}
          </TextButton>
        </PropRow>
      ) : null}
    </>
  );
}

function DeleteExpense({ expense: { id, title } }: { expense: ExpenseDto }) {
  const t = useTranslations("trip-money");
  const writes = useWrites();
  return (
    <div className="px-1.5 pt-4">
      <DeleteRow
        label={t("delete")}
        said={t("deleted", { name: title })}
        remove={() => writes.deleteExpense(id)}
      />
    </div>
  );
}
