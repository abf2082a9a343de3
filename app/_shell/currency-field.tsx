"use client";

import { ChevronDown } from "lucide-react";
import { useLocale } from "next-intl";
import { useMemo, useState } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { Combobox } from "#app/_ui/combobox.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { currencyCodes } from "#lib/shared/money.ts";

type CurrencyFieldProps = {
  label: string;
  listLabel: string;
  noneLabel: string;
  value: string;
  onChange: (code: string) => void;
  className?: string;
};

type Option = { code: string; name: string };

/**
 * Currencies that are most used by travellers; they come first. Currencies are found by code, or by name in the
 * reader's language.
 */
const FIRST = ["EUR", "USD", "JPY", "CNY", "GBP", "KRW", "THB", "CHF", "AUD", "CAD"];
const SHOWN = 40;

export function CurrencyField({
  label,
  listLabel,
  noneLabel,
  value,
  onChange,
  className,
}: CurrencyFieldProps) {
  const locale = useLocale();
  const options = useMemo(() => optionsIn(intlLocales[locale], value), [locale, value]);
  const [query, setQuery] = useState<string | null>(null);
  const current = options.find(({ code }) => code === value);
  const shown = useMemo(() => matching(options, query ?? ""), [options, query]);
  return (
    <Combobox
      className={className}
      label={label}
      listLabel={listLabel}
      list="float"
      query={query ?? (current ? `${current.code}  ${current.name}` : value)}
      onQueryChange={setQuery}
      options={shown}
      optionKey={({ code }) => code}
      renderOption={({ code, name }) => (
        <>
          <span className="w-12 shrink-0 font-medium">{code}</span>
          <span className="truncate text-text-2">{name}</span>
        </>
      )}
      onPick={({ code }) => {
        setQuery(null);
        onChange(code);
      }}
      onLeave={() => setQuery(null)}
      empty={noneLabel}
      end={<Icon of={ChevronDown} className="pointer-events-none mr-1.5 text-text-3" />}
    />
  );
}

function optionsIn(locale: string, chosen: string): Option[] {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  const rank = (code: string) =>
    code === chosen ? -1 : FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length;
  return currencyCodes()
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => rank(a.code) - rank(b.code));
}

function matching(options: readonly Option[], query: string): Option[] {
  const wanted = query.trim().toLowerCase();
  const found = options.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted));
  const starts = ({ code }: Option) => (code.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => starts(a) - starts(b)).slice(0, SHOWN);
}
