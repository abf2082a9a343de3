"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { shortName, usePeople } from "../_base/people.tsx";
import { barFigure, barRow } from "./spending-chart.tsx";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

type BalanceChartProps = { balances: ReadonlyMap<string, number>; currency: string };

/** A chart of the balances: who is owed extends to the right, who owes to the left, largest balance first. */
export function BalanceChart({ balances, currency }: BalanceChartProps) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const { present, byMember, me } = usePeople();
  const open = [...balances.keys()].filter((id) => balances.get(id) !== 0);
  const ids = [...new Set([...open, ...present.map(({ id }) => id)])].filter((id) => byMember.has(id));
  const rows = ids
    .map((id) => ({ id, amount: balances.get(id) ?? 0 }))
    .toSorted((a, b) => b.amount - a.amount || (a.id < b.id ? -1 : 1));
  const { zero, scale } = axisOf(rows.map(({ amount }) => amount));
  const nameOf = (id: string) => (id === me?.id ? t("youCapital") : shortName(byMember.get(id)?.name ?? ""));
  return (
    <section aria-labelledby="balance-by-person">
      <h2 id="balance-by-person" className="mb-2 text-xs font-medium text-text-3">
        {t("byPerson")}
      </h2>
      <dl>
        {rows.map(({ id, amount }) => (
          <div key={id} className={barRow}>
            <dt className="truncate text-text-2" title={byMember.get(id)?.name}>
              {nameOf(id)}
            </dt>
            <dd className="contents">
              <span aria-hidden className="relative block h-2.5">
                <i className="absolute -inset-y-2.5 w-px bg-line-strong" style={{ left: `${zero}%` }} />
                <i
                  className={cx("absolute inset-y-0 rounded-[2px]", amount > 0 ? "bg-success" : "bg-control")}
                  style={
                    amount > 0
                      ? { left: `${zero}%`, width: `${amount * scale}%` }
                      : { right: `${100 - zero}%`, width: `${-amount * scale}%` }
                  }
                />
              </span>
              <span className={cx(barFigure, amount > 0 && "text-success")}>
                {format.signed({ amount, currency })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns the position of 0 and the length of one minor unit, in percent of the width. */
function axisOf(amounts: readonly number[]): { zero: number; scale: number } {
  const above = Math.max(0, ...amounts);
  const below = Math.max(0, ...amounts.map((amount) => -amount));
  const whole = above + below;
  return whole === 0 ? { zero: 50, scale: 0 } : { zero: (below / whole) * 100, scale: 100 / whole };
}
