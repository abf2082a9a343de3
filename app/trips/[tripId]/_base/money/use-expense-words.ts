"use client";

import { useMemo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { membersOf, expenseViewersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import { shortName, usePeople } from "../people.tsx";
import { countParticipants, everyoneOf } from "./everyone.ts";
import { useMoneyFormat } from "./use-money-format.ts";

/** The maximum number of names in one text. */
const MOST_NAMES = 3;

interface ExpenseWords {
  /** Returns the name of a member, for example "you" or "Jonas". */
  name: (memberId: string) => string;
  names: (memberIds: readonly string[]) => string;
  /** Says who paid, for example "Jonas paid", "You and Tom paid" or "Tom got it back". */
  payers: (money: ExpenseMoney) => string;
  /** Says for whom the money was paid, for example "everyone", "5 of 7" or "for Tom". */
  bearers: (money: ExpenseMoney) => string;
  /** Says who sees a private expense: "Only you and Tom see this". */
  seenBy: (expense: ExpenseDto) => string;
  /** Describes the whole money in one text, for example to compare two versions. */
  money: (money: ExpenseMoney) => string;
}

/** Returns functions that describe expenses in words; they stay the same until the trip's people change. */
export function useExpenseWords(): ExpenseWords {
  const t = useTranslations("trip-money");
  const formats = useFormats();
  const format = useMoneyFormat();
  const { byMember, present, me } = usePeople();
  return useMemo(() => {
    const name = (memberId: string) =>
      memberId === me?.id ? t("you") : shortName(byMember.get(memberId)?.name ?? t("someone"));
    const names = (memberIds: readonly string[], isStart = false) => {
      const say = (id: string) => (isStart && id === me?.id ? t("youCapital") : name(id));
      const said = ordered(memberIds, me?.id).map(say);
      if (said.length <= MOST_NAMES) return formats.list(said);
      return formats.list([...said.slice(0, 2), t("more", { count: said.length - 2 })]);
    };
    const payers = ({ amount, payers: who }: ExpenseMoney) => {
      const isMe = who.length === 1 && who[0]?.memberId === me?.id;
      const values = {
        who: isMe ? "me" : "other",
        names: names(
          who.map(({ memberId }) => memberId),
          true,
        ),
      };
      return amount < 0 ? t("refunded", values) : t("paid", values);
    };
    const bearers = ({ split }: ExpenseMoney) => {
      const bear = membersOf({ amount: 0, currency: "", payers: [], split });
      const [only = ""] = bear;
      if (bear.length === 1) return t("forOne", { who: only === me?.id ? "me" : "other", name: name(only) });
      const { isAll, count, total } = countParticipants(bear, everyoneOf(present));
      return isAll ? t("everyone") : t("someOf", { count, total });
    };
    const seenBy = (expense: ExpenseDto) => {
      const others = expenseViewersOf(expense).filter((id) => id !== me?.id);
      return others.length === 0 ? t("onlyYou") : t("onlyYouAnd", { names: names(others) });
    };
    const money = (value: ExpenseMoney) =>
      [format.money(value), payers(value), t(`split.${value.split.mode}`), bearers(value)].join(" · ");
    return { name, names, payers, bearers, seenBy, money };
  }, [t, formats, format, byMember, present, me]);
}

/** Moves the user's own id to the front. */
function ordered(memberIds: readonly string[], meId: string | undefined): string[] {
  return memberIds.toSorted((a, b) => Number(b === meId) - Number(a === meId));
}
