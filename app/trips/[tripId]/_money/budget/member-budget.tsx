"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { shortName, usePeople } from "../../_base/people.tsx";
import { useMoneyFormat } from "../../_base/money/use-money-format.ts";
import { BudgetBar } from "./budget-bar.tsx";

/** Shows what each member owes and what each member has paid. */
export function MemberBudget({ report: { spent, currency } }: { report: BudgetReport }) {
  const t = useTranslations("trip-budget");
  const format = useMoneyFormat();
  const { byMember, me } = usePeople();
  const rows = spent.members.toSorted((a, b) => b.borne - a.borne || (a.memberId < b.memberId ? -1 : 1));
  const longest = Math.max(1, ...rows.map(({ borne }) => borne));
  const say = (amount: number) => format.money({ amount, currency });
  if (rows.length === 0) return <p className="py-2 text-sm text-text-3">{t("nothing")}</p>;
  return (
    <ul>
      {rows.map(({ memberId, paid, borne }) => {
        const name = byMember.get(memberId)?.name ?? "";
        return (
          <li key={memberId} className="py-1.5">
            <div className="mb-1 flex items-baseline justify-between gap-3 text-sm">
              <span title={name} className="min-w-0 truncate text-text-2">
                {memberId === me?.id ? t("you") : shortName(name)}
              </span>
              <span className="whitespace-nowrap tabular-nums">{say(borne)}</span>
            </div>
            <BudgetBar spent={borne} limit={null} longest={longest} />
            <p className="mt-0.5 text-xs text-text-3 tabular-nums">{t("paid", { amount: say(paid) })}</p>
          </li>
        );
      })}
    </ul>
  );
}
