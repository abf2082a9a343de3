"use client";

import { Users } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Toggle } from "#app/_ui/toggle.tsx";
import { decimalText } from "#lib/shared/money.ts";
import { amountText } from "../../_model/money/cost-text.ts";
import { FormRow } from "./form-row.tsx";
import { UnassignedAmountLine } from "./left-line.tsx";
import { nameIn, PersonChips } from "./person-chips.tsx";
import { PersonRow } from "./person-row.tsx";
import { SmallInput } from "./small-input.tsx";
import { readPartAmount } from "./split-values.ts";
import type { FormState } from "./use-expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";

type PayersSectionProps = {
  state: FormState;
  open: boolean;
  onToggle: () => void;
  error: (field: "payers" | `payer.${string}`) => string | undefined;
};

/** Fields for who paid: one person, or several with the amount of each. */
export function PayersSection({ state, open, onToggle, error }: PayersSectionProps) {
  const t = useTranslations("trip-expense");
  const { form, people, meId, change } = state;
  const { payers } = form;
  const name = nameIn(people, meId, t("you"));
  const put = (part: Partial<typeof payers>) => change({ payers: { ...payers, ...part } });

  function chooseOne(id: string) {
    put({ one: id, several: false });
    onToggle();
  }
  /** When several payers are turned on, the previous single payer starts with the whole amount. */
  function turnSeveral(several: boolean) {
    const { amount, currency } = state.reading.money;
    const whole = amount === 0 ? "" : amountText({ amount: Math.abs(amount), currency });
    const isBlank = Object.values(payers.amounts).every((text) => text.trim() === "");
    put({
      several,
      ...(several && isBlank && { amounts: payers.one === "" ? {} : { [payers.one]: whole } }),
    });
  }
  const wrongPayer = people.map(({ id }) => error(`payer.${id}`)).find(Boolean);
  return (
    <FormRow
      label={t(form.isRefund ? "paidBackTo" : "paidBy")}
      value={<PayersWords state={state} />}
      open={open}
      onToggle={onToggle}
      error={error("payers") ?? wrongPayer}
    >
      {payers.several ? (
        <SeveralPayers state={state} put={put} />
      ) : (
        <PersonChips
          label={t("paidBy")}
          people={people}
          chosen={[payers.one]}
          nameOf={name}
          onToggle={chooseOne}
        />
      )}
      <Toggle pressed={payers.several} onToggle={turnSeveral} icon={Users} className="mt-1.5">
        {t("several")}
      </Toggle>
    </FormRow>
  );
}

type SeveralPayersProps = {
  state: FormState;
  put: (part: Partial<FormState["form"]["payers"]>) => void;
};

function SeveralPayers({ state, put }: SeveralPayersProps) {
  const t = useTranslations("trip-expense");
  const { form, people, meId, reading } = state;
  const { amounts } = form.payers;
  const { currency } = reading.money;
  const name = nameIn(people, meId, t("you"));
  const left = reading.left.paid;
  const set = (id: string, text: string) => put({ amounts: { ...amounts, [id]: text } });
  return (
    <>
      <ul>
        {people.map((person) => {
          const text = amounts[person.id] ?? "";
          return (
            <PersonRow
              key={person.id}
              person={person}
              name={name(person)}
              fill={text === "" && left > 0 ? () => set(person.id, decimalText(left, currency)) : null}
            >
              <SmallInput
                aria-label={t("paidAmount", { name: name(person) })}
                inputMode="decimal"
                placeholder="0"
                value={text}
                wrong={readPartAmount(text, currency) === null}
                onChange={(event) => set(person.id, event.target.value)}
              />
            </PersonRow>
          );
        })}
      </ul>
      <UnassignedAmountLine left={left} currency={currency} state={state} />
    </>
  );
}

function PayersWords({ state }: { state: FormState }) {
  const t = useTranslations("trip-expense");
  const formats = useFormats();
  const { people, meId, reading, tripCurrency } = state;
  const { payers, currency } = reading.money;
  const format = useFormMoney(currency, tripCurrency);
  const name = nameIn(people, meId, t("you"));
  const found = payers.flatMap((payer) => {
    const person = people.find(({ id }) => id === payer.memberId);
    return person ? { person, amount: payer.amount } : [];
  });
  const [first] = found;
  if (!first) return <span className="text-text-3">{t("nobody")}</span>;
  if (found.length > 1) {
    const parts = found.map(
      ({ person, amount }) => `${name(person)} ${format.money({ amount: Math.abs(amount), currency })}`,
    );
    return formats.list(parts);
  }
  return (
    <span className="flex items-center gap-2">
      <Avatar person={first.person} size={24} alt="" />
      <span className="truncate">{name(first.person)}</span>
    </span>
  );
}
