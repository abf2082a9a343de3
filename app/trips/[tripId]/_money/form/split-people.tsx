"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { TextButton } from "#app/_ui/text-link.tsx";
import { decimalText } from "#lib/shared/money.ts";
import type { TripPerson } from "../../_base/people.tsx";
import { percentText, type SplitForm, type TextByMember } from "./expense-form.ts";
import { UnassignedAmountLine } from "./left-line.tsx";
import { nameIn } from "./person-chips.tsx";
import { PersonRow } from "./person-row.tsx";
import { shownShares } from "./shown-shares.ts";
import { SmallInput } from "./small-input.tsx";
import { readPercent, readShares, readPartAmount, sharesOf } from "./split-values.ts";
import type { FormState } from "./use-expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";

type SplitPeopleProps = { state: FormState; put: (part: Partial<SplitForm>) => void };

/** A row for each member with their number and their share, exact to the minor unit. */
export function SplitPeople({ state, put }: SplitPeopleProps) {
  const t = useTranslations("trip-expense");
  const { people, meId, reading, id, expense, form, tripCurrency } = state;
  const { split } = form;
  const { currency } = reading.money;
  const format = useFormMoney(currency, tripCurrency);
  const name = nameIn(people, meId, t("you"));
  const shares =
    reading.sum.kind === "sum" ? shownShares(id, reading.money, expense?.money) : new Map<string, number>();
  const says = (person: TripPerson) => {
    const share = shares.get(person.id);
    return share === undefined ? "" : format.money({ amount: Math.abs(share), currency });
  };
  if (split.mode === "equal") {
    return (
      <>
        <EveryoneButton state={state} put={put} />
        <ul>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              name={name(person)}
              share={says(person)}
              checked={split.people.includes(person.id)}
              onCheck={(isIn) => put({ people: withPerson(split.people, person.id, isIn) })}
            />
          ))}
        </ul>
      </>
    );
  }
  const field = valueField(split, currency);
  const { left } = reading;
  const isShares = split.mode === "shares";
  return (
    <>
      <ul>
        {people.map((person) => {
          const text = field.texts[person.id] ?? "";
          const set = (value: string) => put(field.put({ ...field.texts, [person.id]: value }));
          const canFill = !isShares && text === "" && left.split > 0;
          return (
            <PersonRow
              key={person.id}
              person={person}
              name={name(person)}
              {...(split.mode === "exact" ? {} : { share: says(person) })}
              fill={canFill ? () => set(field.rest(left.split)) : null}
            >
              <span className="flex items-center gap-1.5">
                <SmallInput
                  aria-label={t(`value.${field.mode}`, { name: name(person) })}
                  // Shares are typed on the text keyboard: the number keyboards of some phones have neither a decimal
                  // point nor a slash.
                  inputMode={isShares ? "text" : "decimal"}
                  placeholder="0"
                  width={split.mode === "exact" ? "w-28" : "w-16"}
                  value={text}
                  wrong={field.read(text) === null}
                  onChange={(event) => set(event.target.value)}
                />
                {split.mode === "percent" ? <span className="text-sm text-text-3">%</span> : null}
              </span>
            </PersonRow>
          );
        })}
      </ul>
      {isShares ? null : (
        <UnassignedAmountLine
          left={left.split}
          currency={split.mode === "percent" ? null : currency}
          state={state}
        />
      )}
    </>
  );
}

function EveryoneButton({ state, put }: SplitPeopleProps) {
  const t = useTranslations("trip-expense");
  const { everyone, form } = state;
  const isAll = everyone.every((id) => form.split.people.includes(id));
  return (
    <div className="flex justify-end">
      <TextButton className="text-sm" onClick={() => put({ people: isAll ? [] : everyone })}>
        {t(isAll ? "nobodyChosen" : "everyoneChosen")}
      </TextButton>
    </div>
  );
}

function withPerson(people: readonly string[], id: string, isIn: boolean): readonly string[] {
  return isIn ? [...people, id] : people.filter((each) => each !== id);
}

interface ValueField {
  mode: "shares" | "percent" | "exact";
  texts: TextByMember;
  put: (texts: TextByMember) => Partial<SplitForm>;
  read: (text: string) => number | null;
  /** Formats the remaining value as it would be typed. */
  rest: (left: number) => string;
}

function putShares(shares: TextByMember): Partial<SplitForm> {
  return { shares };
}

function putPercents(percents: TextByMember): Partial<SplitForm> {
  return { percents };
}

function valueField(split: SplitForm, currency: string): ValueField {
  if (split.mode === "percent") {
    return { mode: "percent", texts: split.percents, put: putPercents, read: readPercent, rest: percentText };
  }
  if (split.mode === "exact") {
    const read = (text: string) => readPartAmount(text, currency);
    const rest = (left: number) => decimalText(left, currency);
    return { mode: "exact", texts: split.exact, put: (exact) => ({ exact }), read, rest };
  }
  return { mode: "shares", texts: sharesOf(split), put: putShares, read: readShares, rest: String };
}
