"use client";

import { Banknote, Plus, Search, X } from "lucide-react";
import { type RefObject, useDeferredValue, useMemo, useRef, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { isComposing } from "#app/_ui/composing.ts";
import { focusLater } from "#app/_ui/focus-later.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { moneyDays, type MoneyRow } from "#lib/client/money/expense-list.ts";
import { type Expenses, useExpenses } from "#lib/client/money/expenses.ts";
import { type MoneySummary, useMoneySummary } from "#lib/client/money/money-summary.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { TripDto } from "#lib/shared/trips.ts";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";
import { useFocusOnMount } from "../_base/use-focus-on-mount.ts";
import { useView } from "../_base/view.tsx";
import { BalanceHead } from "./balance-head.tsx";
import { foldDaysBeforeTrip } from "./money-days.ts";
import { MoneyList } from "./money-list.tsx";
import { MoneyMenu } from "./money-menu.tsx";
import { cacheText, searchDays } from "./money-search.ts";
import { BudgetPart, MoneySide } from "./money-side.tsx";
import { BalanceNotes } from "./balance-notes.tsx";
import { BalanceSkeleton } from "./balance-skeleton.tsx";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

type MoneyTrip = Pick<TripDto, "currency" | "formerCurrencies" | "settlements" | "startDate" | "endDate">;

/** The panel of the money: balances, expenses and charts. */
export default function MoneyPanel() {
  const { edit } = useMay();
  const [query, setQuery] = useState<string | null>(null);
  const [scope, setScope] = useState<"all" | "trip">("all");
  const wanted = useDeferredValue(query ?? "");
  const list = useExpenses({ all: wanted !== "" || scope === "trip" });
  const summary = useMoneySummary(list);
  const scroller = useRef<HTMLDivElement>(null);
  const trip = useTrip(({ currency, formerCurrencies, settlements, startDate, endDate }) => ({
    currency,
    formerCurrencies,
    settlements,
    startDate,
    endDate,
  }));
  const isEmpty = list.isComplete && list.expenses.length + trip.settlements.length === 0;
  if (isEmpty) return <NoMoney summary={summary} list={list} />;
  return (
    <div className="flex h-full flex-col bg-surface">
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-line [--ground:var(--color-surface)] md:border-t"
      >
        <div className="grid max-w-[1328px] grid-cols-[minmax(0,704px)_minmax(320px,400px)] grid-rows-[auto_1fr] gap-x-[clamp(32px,8vw,112px)] px-14 py-6 ml-[max(0px,calc((100vw-1600px)/2))] [grid-template-areas:'standing_side'_'list_side'] phone:flex phone:flex-col phone:px-4 phone:py-2">
          <div className="[grid-area:standing]">
            {summary.standing ? (
              <BalanceHead standing={summary.standing} currency={trip.currency} />
            ) : (
              <BalanceSkeleton isFailed={summary.isFailed} retry={summary.retry} />
            )}
            <BalanceNotes summary={summary} />
          </div>
          <MoneySide
            className="[grid-area:side] phone:order-2 phone:pt-7"
            summary={summary}
            list={list}
            trip={trip}
            scope={scope}
            onScope={setScope}
          />
          <div className="pt-7 [grid-area:list] phone:order-1 phone:pt-4">
            <ListHead query={query} onQuery={setQuery} />
            <FoundList query={wanted} list={list} trip={trip} scroller={scroller} />
          </div>
        </div>
      </div>
      {edit ? (
        <div className="shrink-0 border-t border-line bg-surface p-2 md:hidden">
          <AddButton size="wide" />
        </div>
      ) : null}
    </div>
  );
}

type ListHeadProps = { query: string | null; onQuery: (query: string | null) => void };

/** The list's heading with its search and the button that adds an expense. */
function ListHead({ query, onQuery }: ListHeadProps) {
  const t = useTranslations("trip-money");
  const { edit } = useMay();
  const opener = useRef<HTMLButtonElement>(null);
  function close() {
    onQuery(null);
    focusLater(() => opener.current?.focus());
  }
  return (
    <div className="flex min-h-10 items-center gap-2">
      <h2 className={query === null ? "flex-1 text-lg font-semibold" : "text-lg font-semibold phone:sr-only"}>
        {t("expenses")}
      </h2>
      {query === null ? (
        <IconButton ref={opener} label={t("search")} icon={Search} onClick={() => onQuery("")} />
      ) : (
        <div
          role="search"
          className="flex h-8 min-w-0 flex-1 items-center gap-1 rounded-sm bg-sunken pl-2.5 focus-within:shadow-[inset_0_0_0_2px_var(--color-accent)] touch:h-11"
        >
          <SearchField value={query} onChange={onQuery} onClose={close} />
          <IconButton label={t("searchClose")} icon={X} size="sm" onClick={close} />
        </div>
      )}
      {query === null ? <MoneyMenu /> : null}
      {edit ? <AddButton className="phone:hidden" /> : null}
    </div>
  );
}

type SearchFieldProps = { value: string; onChange: (query: string) => void; onClose: () => void };

function SearchField({ value, onChange, onClose }: SearchFieldProps) {
  const t = useTranslations("trip-money");
  return (
    <input
      ref={useFocusOnMount<HTMLInputElement>()}
      type="search"
      data-own-escape
      aria-label={t("search")}
      placeholder={t("searchHint")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !isComposing(event.nativeEvent)) onClose();
      }}
      className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none focus-visible:shadow-none phone:text-lg [&::-webkit-search-cancel-button]:hidden"
    />
  );
}

type FoundListProps = {
  query: string;
  list: Expenses;
  trip: MoneyTrip;
  scroller: RefObject<HTMLElement | null>;
};

function FoundList({ query, list, trip, scroller }: FoundListProps) {
  const t = useTranslations("trip-money");
  const { expenses, isComplete, until } = list;
  const textOf = useRowText();
  const days = useMemo(
    () => foldDaysBeforeTrip(moneyDays(trip, expenses, trip.settlements, until), trip.startDate),
    [trip, expenses, until],
  );
  const found = useMemo(() => searchDays(days, query, textOf), [days, query, textOf]);
  if (found.length === 0 && isComplete) {
    return <p className="py-6 text-sm text-text-3">{t("nothingFound")}</p>;
  }
  return <MoneyList days={found} list={list} trip={trip} scroller={scroller} />;
}

/** Returns a function that gives all text by which a row can be found. */
function useRowText(): (row: MoneyRow) => string {
  const t = useTranslations("trip-money");
  const formats = useFormats();
  const format = useMoneyFormat();
  const { byMember } = usePeople();
  return useMemo(() => {
    const name = (id: string) => byMember.get(id)?.name ?? "";
    return cacheText((row) => {
      if (row.kind === "settlement") {
        const { from, to, note, paidOn, ...money } = row.settlement;
        return [t("settlement"), name(from), name(to), note, formats.day(paidOn), format.money(money)].join(
          " ",
        );
      }
      const { title, notes, category, money, spentOn } = row.expense;
      const payers = money.payers.map(({ memberId }) => name(memberId));
      const facts = [t(`category.${category}`), formats.day(spentOn), format.money(money), money.currency];
      return [title, notes, ...payers, ...facts].join(" ");
    });
  }, [t, formats, format, byMember]);
}

function AddButton({ size = "md", className = "" }: { size?: "md" | "wide"; className?: string }) {
  const t = useTranslations("trip-money");
  const view = useView();
  return (
    <Button
      tone="primary"
      size={size}
      icon={Plus}
      className={className}
      onClick={() => view.set({ dialog: { kind: "addExpense" } })}
    >
      {t("add")}
    </Button>
  );
}

function NoMoney({ summary, list }: { summary: MoneySummary; list: Expenses }) {
  const t = useTranslations("trip-money");
  const tTrip = useTranslations("trip");
  const view = useView();
  const { edit } = useMay();
  return (
    <div className="h-full overflow-y-auto border-line bg-surface md:border-t">
      <EmptyState
        icon={Banknote}
        title={edit ? t("empty.title") : t("empty.viewer")}
        action={
          edit ? (
            <>
              <AddButton />
              <Button onClick={() => view.set({ dialog: "importExpenses" })}>
                {tTrip("importExpenses")}
              </Button>
            </>
          ) : null
        }
        className="pt-20"
      >
        {edit ? t("empty.text") : null}
      </EmptyState>
      <BudgetPart summary={summary} list={list} className="mx-auto max-w-100 px-4 pt-4 pb-8" />
    </div>
  );
}
