"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { newId } from "#lib/client/base/ids.ts";
import type { ItemForm, SplitForm } from "./expense-form.ts";
import { UnassignedAmountLine } from "./left-line.tsx";
import { nameIn, PersonChips } from "./person-chips.tsx";
import { shownShares } from "./shown-shares.ts";
import { SmallInput } from "./small-input.tsx";
import { readItemAmount, readPartAmount } from "./split-values.ts";
import type { FormState } from "./use-expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";

type SplitItemsProps = { state: FormState; put: (part: Partial<SplitForm>) => void };

export function newItem(people: readonly string[]): ItemForm {
  return { key: newId(), name: "", amount: "", people };
}

/**
 * Fields for a split by items: each item with the people who share it. Tax, tip and discount are divided in
 * proportion to the items.
 */
export function SplitItems({ state, put }: SplitItemsProps) {
  const t = useTranslations("trip-expense");
  const { split } = state.form;
  const { currency } = state.reading.money;
  const change = (key: string, part: Partial<ItemForm>) =>
    put({ items: split.items.map((item) => (item.key === key ? { ...item, ...part } : item)) });
  return (
    <div>
      <ul className="space-y-3">
        {split.items.map((item) => (
          <ItemFields
            key={item.key}
            item={item}
            state={state}
            onChange={(part) => change(item.key, part)}
            onRemove={() => put({ items: split.items.filter(({ key }) => key !== item.key) })}
          />
        ))}
      </ul>
      <Button
        tone="accent"
        icon={Plus}
        className="-ml-3"
        onClick={() => put({ items: [...split.items, newItem(state.everyone)] })}
      >
        {t("item.add")}
      </Button>
      <div className="mt-1 grid grid-cols-3 gap-2">
        {(["tax", "tip", "discount"] as const).map((key) => (
          <label key={key} className="text-xs text-text-3">
            {t(`beside.${key}`)}
            <SmallInput
              aria-label={t(`beside.${key}`)}
              inputMode="decimal"
              placeholder="0"
              width="mt-1 w-full"
              value={split[key]}
              wrong={readPartAmount(split[key], currency) === null}
              onChange={(event) => put({ [key]: event.target.value })}
            />
          </label>
        ))}
      </div>
      <p className="mt-2 text-xs text-pretty text-text-3">{t("beside.how")}</p>
      {state.form.amount.trim() === "" ? null : (
        <UnassignedAmountLine left={state.reading.left.split} currency={currency} state={state} />
      )}
      <ItemShares state={state} />
    </div>
  );
}

type ItemFieldsProps = {
  item: ItemForm;
  state: FormState;
  onChange: (part: Partial<ItemForm>) => void;
  onRemove: () => void;
};

function ItemFields({ item, state, onChange, onRemove }: ItemFieldsProps) {
  const t = useTranslations("trip-expense");
  const { people, meId, reading } = state;
  function toggle(id: string) {
    const isIn = item.people.includes(id);
    onChange({ people: isIn ? item.people.filter((each) => each !== id) : [...item.people, id] });
  }
  return (
    <li className="rounded-md bg-sunken p-2 [&_[aria-pressed=false]]:bg-surface">
      <div className="mb-1.5 flex items-center gap-1.5">
        <input
          aria-label={t("item.name")}
          placeholder={t("item.name")}
          maxLength={120}
          value={item.name}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
          className="h-8 min-w-0 flex-1 rounded-sm bg-surface px-2 text-sm shadow-[inset_0_0_0_1px_var(--color-control)] outline-none placeholder:text-text-3 focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] touch:h-11 phone:text-lg"
        />
        <SmallInput
          aria-label={t("item.amount", { name: item.name || t("item.name") })}
          // The decimal keyboards of some phones have no minus, which is needed for a returned deposit.
          inputMode="text"
          placeholder="0"
          width="w-24"
          value={item.amount}
          wrong={readItemAmount(item.amount, reading.money.currency) === null}
          onChange={(event) => onChange({ amount: event.target.value })}
        />
        <IconButton label={t("item.remove")} icon={X} size="sm" onClick={onRemove} />
      </div>
      <PersonChips
        label={t("item.people")}
        people={people}
        chosen={item.people}
        nameOf={nameIn(people, meId, t("you"))}
        onToggle={toggle}
      />
    </li>
  );
}

function ItemShares({ state }: { state: FormState }) {
  const t = useTranslations("trip-expense");
  const formats = useFormats();
  const { people, meId, reading, id, expense, tripCurrency, form } = state;
  const { currency } = reading.money;
  const format = useFormMoney(currency, tripCurrency);
  const name = nameIn(people, meId, t("you"));
  const shares = shownShares(id, reading.money, expense?.money);
  const parts = people.flatMap((person) => {
    const share = shares.get(person.id);
    return share === undefined
      ? []
      : `${name(person)} ${format.money({ amount: form.isRefund ? -share : share, currency })}`;
  });
  if (parts.length === 0) return null;
  return <p className="text-sm text-pretty text-text-2 tabular-nums">{formats.list(parts)}</p>;
}
