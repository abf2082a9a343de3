"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { membersOf } from "#lib/shared/expense-people.ts";
import { countParticipants } from "../../_base/money/everyone.ts";
import { nameIn } from "./person-chips.tsx";
import { shownShares } from "./shown-shares.ts";
import type { FormState } from "./use-expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";

/** Describes the split, for example "Equally, everyone ¥660 each". */
export function SplitWords({ state }: { state: FormState }) {
  const t = useTranslations("trip-expense");
  const { people, everyone, meId, reading, form, tripCurrency } = state;
  const { money } = reading;
  const format = useFormMoney(money.currency, tripCurrency);
  const bear = membersOf({ ...money, payers: [] });
  const [only] = bear;
  const shown = shownSharesOf(state);
  const shares = [...shown.values()].map(Math.abs);
  const say = (amount: number) => format.money({ amount, currency: money.currency });
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const mine = meId === null ? undefined : shown.get(meId);
  const single =
    bear.length === 1 && reading.left.split === 0 ? people.find((person) => person.id === only) : undefined;
  const { isAll, count, total } = countParticipants(bear, everyone);
  const who = single
    ? single.id === meId
      ? t("onlyYou")
      : t("onlyOne", { name: nameIn(people, meId, t("you"))(single) })
    : isAll
      ? t("everyone")
      : t("someOf", { count, total });
  const how = bear.length === 0 ? t("nobody") : t("howAndWho", { how: t(`mode.${form.split.mode}`), who });
  const each =
    form.split.mode === "equal" && shares.length > 1
      ? least === most
        ? t("each", { amount: say(least) })
        : t("eachAbout", { least: say(least), most: say(most) })
      : mine !== undefined && shares.length > 1
        ? t("yours", { amount: say(Math.abs(mine)) })
        : "";
  return (
    <>
      {single ? who : how} <span className="text-text-3">{each}</span>
    </>
  );
}

function shownSharesOf({ id, expense, reading }: FormState): ReadonlyMap<string, number> {
  return reading.sum.kind === "sum" ? shownShares(id, reading.money, expense?.money) : new Map();
}
