"use client";

import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { SkeletonRows } from "#app/_ui/skeleton-rows.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { MoneyDay, MoneyRow } from "#lib/client/money/expense-list.ts";
import type { Expenses } from "#lib/client/money/expenses.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { TripCurrency } from "#lib/shared/balances.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { useViewState } from "../_base/view.tsx";
import { ExpenseRow } from "./expense-row.tsx";
import { BEFORE_TRIP, shownTotal } from "./money-days.ts";
import { VirtualizedChunk } from "./near-chunk.tsx";
import { SettlementRow } from "./settlement-row.tsx";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

/** How many rows are rendered or left out together. */
const CHUNK = 25;
const ROW_PX = 52;

type MoneyListProps = {
  days: readonly MoneyDay[];
  list: Expenses;
  trip: TripCurrency;
  scroller: RefObject<HTMLElement | null>;
};

/** The list of days, each with its rows and its total; only rows near the visible part are rendered. */
export function MoneyList({ days, list, trip, scroller }: MoneyListProps) {
  const attachments = useTrip((all) => all.attachments);
  const files = useMemo(() => countFiles(attachments), [attachments]);
  const row = (each: MoneyRow, hasDate: boolean) =>
    each.kind === "expense" ? (
      <ExpenseRow
        key={each.id}
        expense={each.expense}
        sums={each.sums}
        currency={trip.currency}
        fileCount={files.get(each.id) ?? 0}
        hasDate={hasDate}
      />
    ) : (
      <SettlementRow key={each.id} settlement={each.settlement} trip={trip} hasDate={hasDate} />
    );
  return (
    <>
      {days.map((day, index) => (
        <Day key={day.date} day={day} currency={trip.currency}>
          {chunksOf(day.rows).map(({ at, rows }) => (
            <VirtualizedChunk
              key={at}
              scroller={scroller}
              estimate={rows.length * ROW_PX}
              isFirst={index < 3 && at === 0}
            >
              {() => <ul>{rows.map((each) => row(each, day.date === BEFORE_TRIP))}</ul>}
            </VirtualizedChunk>
          ))}
        </Day>
      ))}
      <Rest list={list} scroller={scroller} />
    </>
  );
}

function Day({ day, currency, children }: { day: MoneyDay; currency: string; children: ReactNode }) {
  const t = useTranslations("trip-money");
  const formats = useFormats();
  const format = useMoneyFormat();
  const head = day.date === BEFORE_TRIP ? t("before") : formats.day(day.date, { weekday: true });
  const total = shownTotal(day);
  return (
    <section aria-label={head}>
      <div className="flex items-baseline justify-between gap-3 pt-4 pb-1 text-sm">
        <h3 className="font-semibold text-text-2">{head}</h3>
        {total === null ? null : (
          <span className="text-text-3">{format.money({ amount: total, currency })}</span>
        )}
      </div>
      {children}
    </section>
  );
}

/** The end of the loaded pages; the next page is loaded when the end comes near the visible part. */
function Rest({ list, scroller }: Pick<MoneyListProps, "list" | "scroller">) {
  const t = useTranslations("trip-money");
  const isPast = useViewState(({ past }) => past !== null);
  const end = useRef<HTMLDivElement>(null);
  const { isComplete, isFailed, loadMore } = list;
  useEffect(() => {
    const node = end.current;
    if (!node || isComplete || isFailed) return undefined;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      root: scroller.current,
      rootMargin: "1200px",
    });
    watch.observe(node);
    return () => watch.disconnect();
    // Each page gives another `loadMore`, so that the effect runs again and checks whether the end is still near.
  }, [isComplete, isFailed, loadMore, scroller]);
  if (isComplete) return null;
  if (isPast) return <p className="pt-3 text-sm text-text-3">{t("pastOlder")}</p>;
  return (
    <div ref={end} className="pt-3">
      {isFailed ? (
        <InlineAlert tone="danger" live action={<TextButton onClick={loadMore}>{t("retry")}</TextButton>}>
          {t("moreFailed")}
        </InlineAlert>
      ) : (
        <div role="status" aria-label={t("loading")} className="space-y-4">
          <SkeletonRows widths={[70, 55, 62]} />
        </div>
      )}
    </div>
  );
}

/** Splits rows into chunks. The key of a chunk is its index, so that a new first row remounts nothing. */
function chunksOf(rows: readonly MoneyRow[]): { at: number; rows: MoneyRow[] }[] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, at) => ({
    at,
    rows: rows.slice(at * CHUNK, (at + 1) * CHUNK),
  }));
}

function countFiles(attachments: readonly AttachmentDto[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { target } of attachments) counts.set(target.id, (counts.get(target.id) ?? 0) + 1);
  return counts;
}
