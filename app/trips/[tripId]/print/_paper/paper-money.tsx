import { getTranslations } from "#app/_i18n/get-translations.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import type { ExportPlan } from "#lib/server/exports/export-plan.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { readLedger } from "#lib/server/money/read-ledger.ts";
import { balancesIn, convertToTripCurrency } from "#lib/shared/balances.ts";
import { settleUp } from "#lib/shared/settle-up.ts";
import { moneyFormatOf } from "../../_model/money/money-format.ts";
import { PaperRow } from "./paper-row.tsx";

type PaperMoneyProps = { plan: ExportPlan; userId: string };

/** Shows what the group has spent and who owes whom; private expenses are not printed. */
export async function PaperMoney({ plan, userId }: PaperMoneyProps) {
  const [t, { trip, shared }] = await Promise.all([
    getTranslations("trip-files"),
    readLedger(freshDatabase(), plan.trip.id, userId),
  ]);
  const { expenses, settlements } = shared;
  if (expenses.length + settlements.length === 0) return null;
  const { currency } = trip;
  const { money: said } = moneyFormatOf(intlLocales[plan.locale], [currency]);
  const names = new Map(plan.trip.members.map((member) => [member.id, member.name]));
  const spent = expenses.reduce(
    (sum, { money, rate }) => sum + convertToTripCurrency(trip, { ...money, rate }),
    0,
  );
  const transfers = settleUp(balancesIn(trip, shared));
  return (
    <section className="pt-8">
      <h2 className="break-after-avoid border-b border-line-strong pb-1.5 text-lg font-semibold">
        {t("print.money")}
      </h2>
      <ul>
        <PaperRow time={said({ amount: spent, currency })} name={t("print.spent")} />
        {transfers.map(({ from, to, amount }) => (
          <PaperRow
            key={`${from} ${to}`}
            time={said({ amount, currency })}
            name={t("print.pays", { from: names.get(from) ?? "?", to: names.get(to) ?? "?" })}
          />
        ))}
        {transfers.length === 0 ? <PaperRow name={t("print.even")} /> : null}
      </ul>
    </section>
  );
}
