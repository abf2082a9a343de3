"use client";

import { useMemo, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Segmented } from "#app/_ui/segmented.tsx";
import { Select } from "#app/_ui/select.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { ExpenseImportPreview, ExpenseNotice } from "#lib/shared/expense-imports.ts";
import { type LeftOutLine, useLeftOutWords } from "#app/trips/_transfer/use-left-out-words.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";
import {
  currenciesWithoutRate,
  type ExpenseChoices,
  rateOf,
  repeatedMemberIndexes,
  reasonToLeaveOut,
  rowsToAdd,
} from "./expense-choices.ts";

/** The maximum number of rows that are shown; of the others only the number is shown. */
const SHOWN = 100;

type ExpensesPreviewProps = {
  preview: ExpenseImportPreview;
  choices: ExpenseChoices;
  onChoices: (choices: ExpenseChoices) => void;
};

/** Shows which person is which member, what would be added, and what exists already. */
export function ExpensesPreview(props: ExpensesPreviewProps) {
  const { preview, choices, onChoices } = props;
  const t = useTranslations("trip-files");
  const known = preview.rows.filter(({ isKnown }) => isKnown).length;
  return (
    <>
      <People {...props} />
      <Rates {...props} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4 pb-2">
        <h3 className="font-semibold">
          {t("willAddExpenses", { count: rowsToAdd(preview, choices).length })}
        </h3>
        {known > 0 ? (
          <Segmented
            label={t("knownRows", { count: known })}
            size="sm"
            className="ml-auto"
            value={choices.known}
            onChange={(value) => onChoices({ ...choices, known: value })}
            options={[
              { value: "skip", label: t("knownSkip", { count: known }) },
              { value: "add", label: t("knownAdd") },
            ]}
          />
        ) : null}
      </div>
      <Rows preview={preview} choices={choices} />
      <LeftOut lines={linesLeftOut(preview)} />
      <Notices notices={preview.notices} />
    </>
  );
}

/** Says which values were assumed or converted to another currency. */
function Notices({ notices }: Pick<ExpenseImportPreview, "notices">) {
  const t = useTranslations("trip-files");
  if (notices.length === 0) return null;
  function say(notice: ExpenseNotice): string {
    if (notice.code === "endedCurrency") return t("expenseNotice.endedCurrency", notice);
    if (notice.code === "currencyAssumed") return t("expenseNotice.currencyAssumed", notice);
    return t("expenseNotice.weightAssumed", { names: notice.names.join(", ") });
  }
  return (
    <section>
      <h3 className="pt-4 pb-1 font-semibold">{t("noticesTitle")}</h3>
      <ul className="text-sm text-text-2">
        {notices.map((notice) => (
          <li key={JSON.stringify(notice)} className="py-1 break-words">
            {say(notice)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the lines that were not understood and those that concern nobody, in the order of the file. */
function linesLeftOut({ leftOut, emptyLines }: ExpenseImportPreview): LeftOutLine[] {
  return [...leftOut, ...emptyLines].toSorted((a, b) => a.line - b.line);
}

/** Lists the lines that are not added, each with its reason. */
function LeftOut({ lines }: { lines: readonly LeftOutLine[] }) {
  const t = useTranslations("trip-files");
  const say = useLeftOutWords();
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="pt-4 pb-1 font-semibold">{t("leftOutLines", { count: lines.length })}</h3>
      <ul className="text-sm text-text-2">
        {lines.slice(0, SHOWN).map((line) => (
          <li key={`${line.line} ${line.reason}`} className="py-1 break-words">
            {say(line)}
          </li>
        ))}
      </ul>
      {lines.length > SHOWN ? (
        <p className="pt-1.5 text-sm text-text-3">{t("more", { count: lines.length - SHOWN })}</p>
      ) : null}
    </section>
  );
}

function People({ preview, choices, onChoices }: ExpensesPreviewProps) {
  const t = useTranslations("trip-files");
  const members = useTrip((trip) => trip.members);
  const repeated = repeatedMemberIndexes(choices.people);
  const options = members
    .toSorted((a, b) => Number(a.leftAt !== null) - Number(b.leftAt !== null))
    .map(({ id, name, leftAt }) => ({ value: id, label: leftAt ? t("personLeft", { name }) : name }));
  function choose(place: number, who: string) {
    onChoices({ ...choices, people: choices.people.with(place, who) });
  }
  return (
    <section>
      <h3 className="pb-1 font-semibold">{t("whoIsWho")}</h3>
      <ul className="grid gap-2">
        {/* The people of the file never change, so the index identifies each. */}
        {[...preview.people.entries()].map(([place, { name }]) => (
          <li key={place} className="grid grid-cols-2 items-center gap-4 phone:grid-cols-1 phone:gap-1">
            <span className="truncate">{name}</span>
            <Select
              label={t("isWhom", { name })}
              hideLabel
              value={choices.people[place] ?? "new"}
              hint={repeated.has(place) ? t("isTwice") : undefined}
              onChange={(event) => choose(place, event.target.value)}
              options={[{ value: "new", label: t("newPerson") }, ...options]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rates({ preview, choices, onChoices }: ExpensesPreviewProps) {
  return currenciesWithoutRate(preview).map((currency) => (
    <RateField
      key={currency}
      currency={currency}
      to={preview.currency}
      choices={choices}
      onChange={(text) => onChoices({ ...choices, rates: { ...choices.rates, [currency]: text } })}
    />
  ));
}

type RateFieldProps = {
  currency: string;
  to: string;
  choices: ExpenseChoices;
  onChange: (text: string) => void;
};

/** A field for an exchange rate; an error is shown after the field is left. */
function RateField({ currency, to, choices, onChange }: RateFieldProps) {
  const t = useTranslations("trip-files");
  const [isLeft, setLeft] = useState(false);
  const rate = rateOf(choices, currency);
  return (
    <TextField
      className="pt-4"
      label={t("rateOf", { from: currency, to })}
      hint={t("rateHint")}
      error={isLeft && rate.kind === "wrong" ? t(`rateWrong.${rate.problem}`) : undefined}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      value={choices.rates[currency] ?? ""}
      onBlur={() => setLeft(true)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Rows({ preview, choices }: Pick<ExpensesPreviewProps, "preview" | "choices">) {
  const t = useTranslations("trip-files");
  const formats = useFormats();
  const { rows, empty, totals } = preview;
  const format = useMoneyFormat(useMemo(() => rows.map(({ currency }) => currency), [rows]));
  const rest = rows.length - SHOWN;
  return (
    <>
      <ul>
        {rows.slice(0, SHOWN).map((row) => {
          const { line, date, title, kind } = row;
          const reason = reasonToLeaveOut(row, choices);
          const isLeft = reason !== null;
          return (
            <li
              key={line}
              className="flex min-h-9 items-center gap-4 border-b border-line py-1.5 last:border-0"
            >
              <span className="w-22 shrink-0 text-sm text-text-3">{formats.day(date)}</span>
              <span className={`min-w-0 flex-1 truncate ${isLeft ? "text-text-3" : ""}`}>{title}</span>
              <span className="shrink-0 text-sm text-text-3">
                {isLeft ? t(reason) : kind === "settlement" ? t("isSettlement") : null}
              </span>
              <span className={`shrink-0 tabular-nums ${isLeft ? "text-text-3" : ""}`}>
                {format.money(row)}
              </span>
            </li>
          );
        })}
      </ul>
      {rest > 0 ? <p className="pt-1.5 text-sm text-text-3">{t("more", { count: rest })}</p> : null}
      {totals > 0 ? <p className="pt-1.5 text-sm text-text-3">{t("totalRows", { count: totals })}</p> : null}
      {empty > 0 ? <p className="pt-1.5 text-sm text-text-3">{t("emptyRows", { count: empty })}</p> : null}
    </>
  );
}
