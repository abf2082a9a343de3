import * as z from "zod";
import type { MemberAmount } from "#lib/shared/money-fields.ts";
import { currencyExponent } from "#lib/shared/money.ts";
import { getBalances } from "../../money/balances.ts";
import { getSettleUp } from "../../money/settle-up.ts";
import { memberNames } from "../member-names.ts";
import { tool } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { shortId } from "./known-ids.ts";
import { moneyText } from "./row-texts.ts";

export const readBalances = tool({
  name: "read_balances",
  description:
    "Who is owed money and who owes it, in the trip's currency, and the fewest payments that settle it. Above 0: the others owe that member.",
  input: z.strictObject({}),
  async run({ ctx, tripId }) {
    const [{ currency, balances, byCurrency }, { transfers }, names] = await Promise.all([
      getBalances(ctx, tripId),
      getSettleUp(ctx, tripId, "trip"),
      memberNames(ctx.db, tripId),
    ]);
    const nameOf = (id: string) => names.get(id) ?? "";
    const inCurrency = (code: string) => (amounts: readonly MemberAmount[]) =>
      amounts.map(({ memberId, amount }) => ({
        memberId: shortId(memberId),
        name: nameOf(memberId),
        amount: moneyText({ amount, currency: code }),
      }));
    const told = {
      currency,
      decimals: currencyExponent(currency),
      balances: inCurrency(currency)(balances),
      payments: transfers.map(({ from, to, amount }) => {
        const ends = { fromId: shortId(from), from: nameOf(from), toId: shortId(to), to: nameOf(to) };
        return { ...ends, amount: moneyText({ amount, currency }) };
      }),
      // With one currency only, the balances by currency would repeat the balances in the trip's currency.
      byCurrency:
        byCurrency.length > 1
          ? byCurrency.map((each) => ({
              currency: each.currency,
              balances: inCurrency(each.currency)(each.balances),
            }))
          : null,
    };
    return { told: withoutEmptyFields(told), about: { count: transfers.length } };
  },
});
