import { getFormats } from "#app/_i18n/get-formats.ts";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { freshDatabase } from "#lib/server/database.ts";
import { readLedger } from "#lib/server/money/read-ledger.ts";
import { balancesIn, inCurrencyOf } from "#lib/shared/balances.ts";
import { settleUp } from "#lib/shared/settle-up.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { PaperRow } from "./paper-row.tsx";

type PaperMoneyProps = { trip: Pick<TripDto, "id" | "members">; userId: string };

/** What the group has spent, and who owes whom; what is private is nothing for paper. */
export async function PaperMoney({ trip: { id, members }, userId }: PaperMoneyProps) {
  const [formats, t, { trip, shared }] = await Promise.all([
    getFormats(),
    getTranslations("trip-files"),
    readLedger(freshDatabase(), id, userId),
  ]);
  const { expenses, settlements } = shared;
  if (expenses.length + settlements.length === 0) return null;
  const { currency } = trip;
  const names = new Map(members.map((member) => [member.id, member.name]));
  const spent = expenses.reduce((sum, { money, rate }) => sum + inCurrencyOf(trip, { ...money, rate }), 0);
  const transfers = settleUp(balancesIn(trip, shared));
  return (
    <section className="pt-8">
      <h2 className="break-after-avoid border-b border-line-strong pb-1.5 text-lg font-semibold">
        {t("print.money")}
      </h2>
      <ul>
        <PaperRow time={formats.money({ amount: spent, currency })} name={t("print.spent")} />
        {transfers.map(({ from, to, amount }) => (
          <PaperRow
            key={`${from} ${to}`}
            time={formats.money({ amount, currency })}
            name={t("print.pays", { from: names.get(from) ?? "?", to: names.get(to) ?? "?" })}
          />
        ))}
        {transfers.length === 0 ? <PaperRow name={t("print.even")} /> : null}
      </ul>
    </section>
  );
}
