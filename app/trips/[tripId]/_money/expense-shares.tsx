"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { expenseSumsOf } from "#lib/client/money/money.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { membersOf } from "#lib/shared/expense-people.ts";
import { sharesOf } from "#lib/shared/expense-shares.ts";
import { sectionHead } from "../_base/fields/notes-field.tsx";
import { usePeople } from "../_base/people.tsx";
import { useExpenseWords } from "../_base/money/use-expense-words.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

/** Shows what each member paid and owes to the minor unit, for a foreign amount also in the trip's currency. */
export function ExpenseShares({ expense }: { expense: ExpenseDto }) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const words = useExpenseWords();
  const { byMember, me } = usePeople();
  const trip = useTrip(({ currency, formerCurrencies }) => ({ currency, formerCurrencies }));
  const { id, money } = expense;
  const isRefund = money.amount < 0;
  const sums = money.currency === trip.currency ? null : expenseSumsOf(trip, expense);
  const shares = sharesOf(id, money);
  const paid = new Map(money.payers.map(({ memberId, amount }) => [memberId, amount]));
  // Amounts of a refund are shown without their minus. Only a member who gets money back on a bill that others pay has
  // a negative amount.
  const sign = isRefund ? -1 : 1;
  const own = (amount: number) => format.money({ amount: sign * amount, currency: money.currency });
  const inTrip = (amount: number | undefined) =>
    amount === undefined ? null : format.money({ amount: sign * amount, currency: trip.currency });
  return (
    <section className="px-4 pt-4">
      <h3 className={sectionHead}>
        {t(`splitHead.${money.split.mode}`)}
        <span className="font-normal"> · {words.bearers(money)}</span>
      </h3>
      <ul>
        {membersOf(money).map((memberId) => {
          const person = byMember.get(memberId);
          const gave = paid.get(memberId);
          const share = shares.get(memberId);
          return (
            <li
              key={memberId}
              className="grid min-h-9 grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-2.5 py-0.5 text-sm phone:min-h-11 phone:text-md"
            >
              {person ? <Avatar person={person} size={24} alt="" /> : <span />}
              <span className="min-w-0">
                <span className="block truncate" title={person?.name}>
                  {memberId === me?.id ? t("youCapital") : words.name(memberId)}
                </span>
                {gave === undefined ? null : (
                  <span className="block truncate text-xs text-text-3 tabular-nums">
                    {t(isRefund ? "gotBack" : "gave", { amount: own(gave) })}
                  </span>
                )}
              </span>
              <span className="text-right whitespace-nowrap tabular-nums">
                {share === undefined ? <span className="text-text-3">{t("noShare")}</span> : own(share)}
                {sums && share !== undefined ? (
                  <span className="block text-xs text-text-3">{inTrip(sums.borne.get(memberId))}</span>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
      <Items expense={expense} />
    </section>
  );
}

/** Lists the items of a bill and its tax, tip and discount. */
function Items({ expense: { money } }: { expense: ExpenseDto }) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const words = useExpenseWords();
  const { items = [], tax, tip, discount } = money.split;
  if (items.length === 0) return null;
  const say = (amount: number) => format.money({ amount, currency: money.currency });
  const extras = [
    { key: "tax", amount: tax },
    { key: "tip", amount: tip },
    { key: "discount", amount: discount === undefined ? undefined : -discount },
  ] as const;
  return (
    <dl className="mt-2 space-y-1 text-sm">
      {/* Two items of a bill may be equal, so that only their order distinguishes them. */}
      {[...items.entries()].map(([index, { name, amount, memberIds }]) => (
        <div key={index} className="flex items-baseline gap-3">
          <dt className="min-w-0 flex-1">
            <span className="text-text-2">{name}</span>{" "}
            <span className="text-xs text-text-3">{words.names(memberIds)}</span>
          </dt>
          <dd className="whitespace-nowrap tabular-nums">{say(amount)}</dd>
        </div>
      ))}
      {extras.map(({ key, amount }) =>
        amount === undefined || amount === 0 ? null : (
          <div key={key} className="flex items-baseline gap-3 text-text-2">
            <dt className="flex-1">{t(`extra.${key}`)}</dt>
            <dd className="tabular-nums">{say(amount)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
