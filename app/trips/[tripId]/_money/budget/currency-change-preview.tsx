"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { CurrencyPreview } from "#lib/shared/trip-currency.ts";
import { shortName, usePeople } from "../../_base/people.tsx";
import { useFormMoney } from "../form/use-form-money.ts";

/** A table of the balances and of what was spent, before and after the change of currency. */
export function CurrencyChangePreview({ preview }: { preview: CurrencyPreview }) {
  const t = useTranslations("trip-budget");
  const { from, to, balances, spent } = preview;
  const format = useFormMoney(from, to);
  const { byMember, me } = usePeople();
  const before = (amount: number, sign: "signed" | "money") => format[sign]({ amount, currency: from });
  const after = (amount: number | null, sign: "signed" | "money") =>
    amount === null ? t("currency.unknownAmount") : format[sign]({ amount, currency: to });
  const name = (id: string) => (id === me?.id ? t("you") : shortName(byMember.get(id)?.name ?? ""));
  return (
    <table className="mt-3 w-full text-sm tabular-nums">
      <caption className="sr-only">{t("currency.effect")}</caption>
      <thead className="text-xs text-text-3">
        <tr>
          <th scope="col" className="sr-only">
            {t("byMember")}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t("currency.before")}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t("currency.after")}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className="font-medium">
          <th scope="row" className="py-1 text-left font-medium">
            {t("currency.spent")}
          </th>
          <td className="py-1 text-right">{before(spent.before, "money")}</td>
          <td className="py-1 text-right">{after(spent.after, "money")}</td>
        </tr>
        {balances.map(({ memberId, before: was, after: will }) => (
          <tr key={memberId}>
            <th scope="row" className="max-w-32 truncate py-1 text-left font-normal text-text-2">
              {name(memberId)}
            </th>
            <td className="py-1 text-right text-text-3">{before(was, "signed")}</td>
            <td className="py-1 text-right">{after(will, "signed")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
