"use client";

import { ChevronDown } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { isComposing } from "#app/_ui/composing.ts";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useListbox } from "#app/_ui/use-listbox.ts";
import { usePopover } from "#app/_ui/use-popover.ts";
import { type CurrencyOption, currencyOptions, matchingCurrencies } from "./currency-options.ts";

type CurrencyChipProps = {
  value: string;
  /** The currencies at the top of the list: the trip's own and those used last. */
  first: readonly string[];
  onChange: (code: string) => void;
  className?: string;
};

/** A button with the currency, which opens a list of all currencies with a search by code or name. */
export function CurrencyChip({ value, first, onChange, className }: CurrencyChipProps) {
  const t = useTranslations("trip-expense");
  const field = useRef<HTMLInputElement>(null);
  const popover = usePopover({
    side: "bottom",
    align: "start",
    gap: 4,
    onOpened: () => field.current?.focus(),
  });
  return (
    <>
      <button
        {...popover.trigger}
        type="button"
        aria-haspopup="listbox"
        aria-label={t("currency.chosen", { code: value })}
        className={cx(
          "inline-flex h-9 shrink-0 items-center gap-1 rounded-sm bg-press px-2.5 font-medium hover:bg-n-200 touch:h-11 touch:px-3",
          className,
        )}
      >
        {value}
        <Icon of={ChevronDown} size={14} />
      </button>
      <div {...popover.panel} className={cx(floatingClass, "w-72 p-1")}>
        {popover.open ? (
          <CurrencyList
            field={field}
            value={value}
            first={first}
            onPick={(code) => {
              popover.close();
              onChange(code);
            }}
            onClose={popover.close}
          />
        ) : null}
      </div>
    </>
  );
}

type CurrencyListProps = {
  field: React.RefObject<HTMLInputElement | null>;
  value: string;
  first: readonly string[];
  onPick: (code: string) => void;
  onClose: () => void;
};

function CurrencyList({ field, value, first, onPick, onClose }: CurrencyListProps) {
  const t = useTranslations("trip-expense");
  const { locale } = useFormats();
  const [query, setQuery] = useState("");
  const all = useMemo(() => currencyOptions(intlLocales[locale], first), [locale, first]);
  const options = matchingCurrencies(all, query);
  const pick = ({ code }: CurrencyOption) => onPick(code);
  const listbox = useListbox({ options, optionKey: ({ code }) => code, open: true, onPick: pick, onClose });
  return (
    <>
      <input
        {...listbox.input}
        ref={field}
        aria-label={t("currency.search")}
        placeholder={t("currency.search")}
        value={query}
        onKeyDown={(event) => {
          listbox.input.onKeyDown(event);
          // If nothing is found, Enter must not submit the form behind the list.
          if (event.key === "Enter" && !isComposing(event.nativeEvent)) event.preventDefault();
        }}
        onChange={(event) => {
          listbox.reset();
          setQuery(event.target.value);
        }}
        className="h-9 w-full rounded-sm bg-sunken px-3 text-sm outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] touch:h-11 phone:text-lg"
      />
      <ul
        {...listbox.list}
        aria-label={t("currency.label")}
        className="mt-1 max-h-64 overflow-y-auto overscroll-contain"
      >
        {options.map((option, index) => (
          <li
            key={option.code}
            {...listbox.option(index)}
            ref={index === listbox.active ? showRow : undefined}
            className="flex min-h-8 cursor-default items-center rounded-sm px-3 text-sm aria-selected:bg-accent-tint touch:min-h-11 touch:text-md"
          >
            <span className={cx("w-12 shrink-0 font-medium", option.code === value && "text-accent-text")}>
              {option.code}
            </span>
            <span className="truncate text-text-2">{option.name}</span>
          </li>
        ))}
        {options.length === 0 ? (
          <li className="px-3 py-2 text-sm text-text-3">{t("currency.none")}</li>
        ) : null}
      </ul>
    </>
  );
}

function showRow(row: HTMLLIElement | null): void {
  row?.scrollIntoView({ block: "nearest" });
}
