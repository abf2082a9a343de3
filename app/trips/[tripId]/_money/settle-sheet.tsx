"use client";

import { ArrowRight } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { DateField } from "#app/_ui/date-field.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { Select } from "#app/_ui/select.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { membersOf } from "#lib/shared/expense-people.ts";
import { currencyCodes, type MoneyValue } from "#lib/shared/money.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { NewSettlement } from "#lib/shared/settlements.ts";
import { usePageViewer } from "../_base/page-viewer.tsx";
import { shortName, usePeople } from "../_base/people.tsx";
import { useView } from "../_base/view.tsx";
import { RestoredInputNotice } from "../_base/forms/back-line.tsx";
import type { StoredForm } from "../_base/forms/use-stored-form.ts";
import {
  type StoredSettlementForm,
  readSettlementForm,
  type SettleForm,
  type SettleProblem,
} from "./settle-form.ts";
import { DebtNotice } from "./debt-notice.tsx";
import { useSettleAmount } from "./use-settle-amount.ts";

type SettleSheetProps = {
  title: string;
  kept: StoredForm<StoredSettlementForm>;
  /** The debt between the two people; null if it is unknown. */
  debt: MoneyValue | null;
  isPrivate: boolean;
  fixedPeople: boolean;
  /** The currency whose rate is stored with the settlement already. */
  knownRateOf?: string | null;
  save: string;
  /** What is shown beside the buttons. */
  extra?: ReactNode;
  /** What is shown instead of the buttons: a question that must be answered first. */
  question?: ReactNode;
  onSave: (settlement: Omit<NewSettlement, "id" | "private">, rate: Rate | null) => void;
};

/** The form of a settlement: who, how much and when. It is filled in, so that the usual case needs one press. */
export function SettleSheet({
  title,
  kept,
  debt,
  isPrivate,
  fixedPeople,
  save,
  extra,
  ...props
}: SettleSheetProps) {
  const { knownRateOf = null, question = null, onSave } = props;
  const t = useTranslations("trip-money");
  const view = useView();
  const formId = useId();
  const { form, start, isTyped } = kept.form;
  const [problem, setProblem] = useState<SettleProblem | null>(null);
  const { amount, rate, isUnknown, hint, tooSmall } = useSettleAmount(kept.form, debt);
  const needsRate = isUnknown && form.currency !== knownRateOf;
  const isChanged = Object.entries(form).some(([key, value]) => value !== start[key as keyof SettleForm]);

  function change(next: Partial<SettleForm>) {
    kept.put({
      ...kept.form,
      form: { ...form, amount, ...next },
      isTyped: isTyped || next.amount !== undefined,
    });
    setProblem(null);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const read = readSettlementForm({ ...form, amount }, needsRate);
    if ("problem" in read) return setProblem(read.problem);
    const { settlement } = read;
    const given = rate?.source === "typed" ? { rate: { value: rate.value, date: rate.date } } : {};
    onSave({ ...settlement, ...given }, settlement.currency === form.currency ? rate : null);
  }
  const errorOf = (field: SettleProblem["field"]) =>
    problem?.field === field ? t(`wrong.${problem.kind}`) : undefined;

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) view.set({ dialog: null });
      }}
      title={title}
      description={isPrivate ? t("settlePrivate") : undefined}
      closeLabel={t("close")}
      width="sm"
      stays={isChanged}
      footer={
        question ?? (
          <>
            {extra}
            <Button tone="plain" className="phone:hidden" onClick={() => view.set({ dialog: null })}>
              {t("cancel")}
            </Button>
            <Button type="submit" form={formId} tone="primary">
              {save}
            </Button>
          </>
        )
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        {kept.isBack ? <RestoredInputNotice onStartOver={kept.startOver} /> : null}
        {debt ? <DebtNotice from={form.from} to={form.to} debt={debt} isPrivate={isPrivate} /> : null}
        {fixedPeople ? (
          <Pair from={form.from} to={form.to} />
        ) : (
          <PeopleFields form={form} error={errorOf("to")} onChange={change} />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)_112px] items-start gap-2">
          <TextField
            label={t("amount")}
            inputMode="decimal"
            autoComplete="off"
            maxLength={32}
            value={amount}
            error={tooSmall ?? errorOf("amount")}
            hint={hint}
            onChange={(event) => change({ amount: event.target.value })}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CurrencyField
            value={form.currency}
            first={debt?.currency}
            onChange={(currency) => change({ currency, rate: "" })}
          />
        </div>
        {needsRate ? (
          <RateField
            currency={form.currency}
            value={form.rate}
            error={errorOf("rate")}
            onChange={(text) => change({ rate: text })}
          />
        ) : null}
        <DateField
          label={t("day")}
          value={form.paidOn}
          error={errorOf("paidOn")}
          onChange={(paidOn) => change({ paidOn })}
        />
        <TextField
          label={t("note")}
          note={t("optional")}
          maxLength={200}
          placeholder={t("noteHint")}
          value={form.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </form>
    </Dialog>
  );
}

function Pair({ from, to }: { from: string; to: string }) {
  const t = useTranslations("trip-money");
  const { byMember, me } = usePeople();
  const side = (id: string) => {
    const person = byMember.get(id);
    return (
      <span className="flex min-w-0 items-center gap-2">
        {person ? <Avatar person={person} size={28} alt="" /> : null}
        <span className="truncate font-medium">
          {id === me?.id ? t("youCapital") : shortName(person?.name ?? t("someone"))}
        </span>
      </span>
    );
  };
  return (
    <div className="flex items-center gap-3">
      {side(from)}
      <Icon of={ArrowRight} className="text-text-3" />
      <span className="sr-only">{t("pay")}</span>
      {side(to)}
    </div>
  );
}

type PeopleFieldsProps = {
  form: SettleForm;
  error: string | undefined;
  onChange: (next: Partial<SettleForm>) => void;
};

function PeopleFields({ form, error, onChange }: PeopleFieldsProps) {
  const t = useTranslations("trip-money");
  const { present, byMember, me } = usePeople();
  const { expenses, settlements } = useTrip((trip) => ({
    expenses: trip.expenses,
    settlements: trip.settlements,
  }));
  const inMoney = new Set([
    ...expenses.flatMap(({ money }) => membersOf(money)),
    ...settlements.flatMap(({ from, to }) => [from, to]),
  ]);
  // Members who have left can be chosen, too, because they may still owe something.
  const past = [...byMember.values()].filter(({ id, leftAt }) => leftAt !== null && inMoney.has(id));
  const options = [...present, ...past].map(({ id, name }) => ({
    value: id,
    label: id === me?.id ? t("youCapital") : name,
  }));
  return (
    <div className="grid grid-cols-2 gap-2">
      <Select
        label={t("from")}
        value={form.from}
        options={options}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <Select
        label={t("to")}
        value={form.to}
        options={options}
        error={error}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </div>
  );
}

type CurrencyFieldProps = { value: string; first: string | undefined; onChange: (code: string) => void };

function CurrencyField({ value, first, onChange }: CurrencyFieldProps) {
  const t = useTranslations("trip-money");
  const { defaultCurrency } = usePageViewer();
  const tripCurrency = useTrip((trip) => trip.currency);
  const near = [first, tripCurrency, defaultCurrency, value].filter((code) => typeof code === "string");
  const options = [...new Set([...near, ...currencyCodes()])].map((code) => ({ value: code, label: code }));
  return (
    <Select
      label={t("currency")}
      value={value}
      options={options}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type RateFieldProps = {
  currency: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function RateField({ currency, value, error, onChange }: RateFieldProps) {
  const t = useTranslations("trip-money");
  const to = useTrip((trip) => trip.currency);
  return (
    <TextField
      label={t("rateLabel", { unit: currency, base: to })}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      value={value}
      error={error}
      hint={t("rateHint")}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
