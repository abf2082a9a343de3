"use client";

import { ChevronDown, CircleCheck } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Avatar, AvatarStack } from "#app/_ui/avatar.tsx";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useIsPhone } from "#app/_ui/use-media.ts";
import type { OwedAmount } from "#lib/client/money/money.ts";
import type { BalancesAndTransfers } from "#lib/client/money/money-summary.ts";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";
import { useView } from "../_base/view.tsx";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";
import { useTransferWords } from "../_base/money/use-transfer-words.ts";

type BalanceHeadProps = { standing: BalancesAndTransfers; currency: string };

/** Shows the user's own balance, the transfers of "settle up", and those for private expenses. */
export function BalanceHead({ standing, currency }: BalanceHeadProps) {
  const t = useTranslations("trip-money");
  const { me } = usePeople();
  const { transfers, balances } = standing;
  const mine = transfers.filter(({ from, to }) => me && (from === me.id || to === me.id));
  const others = transfers.filter((transfer) => !mine.includes(transfer));
  const hidden = standing.private.transfers.filter(({ from, to }) => from === me?.id || to === me?.id);
  const isSettled = transfers.length + hidden.length === 0;
  return (
    <section aria-label={t("balance")}>
      {me ? <OwnBalance amount={balances.get(me.id) ?? 0} currency={currency} isSettled={isSettled} /> : null}
      {mine.length > 0 ? (
        <ul className="mt-3">
          {mine.map((transfer) => (
            <OwnTransfer key={`${transfer.from}${transfer.to}`} transfer={transfer} isPrivate={false} />
          ))}
        </ul>
      ) : null}
      {others.length > 0 ? <OtherTransfers transfers={others} isNamed={me !== null} /> : null}
      <PrivateTransfers transfers={hidden} />
    </section>
  );
}

type OwnBalanceProps = {
  amount: number;
  currency: string;
  /** Whether no transfers are left in the whole trip. */
  isSettled: boolean;
};

function OwnBalance({ amount, currency, isSettled }: OwnBalanceProps) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  if (amount === 0) {
    return (
      <p className="flex items-center gap-2 text-xl font-semibold">
        <Icon of={CircleCheck} size={20} className="text-success" />
        {t(isSettled ? "settled" : "even")}
      </p>
    );
  }
  return (
    <p>
      <span className="block text-sm text-text-3">{t(amount > 0 ? "getBack" : "owe")}</span>
      <span className={cx("mt-0.5 block text-2xl font-semibold tabular-nums", amount > 0 && "text-success")}>
        {format.money({ amount: Math.abs(amount), currency })}
      </span>
    </p>
  );
}

/** Returns a function that opens the settlement dialog, filled in with a transfer. */
function useSettle(transfer: OwedAmount, isPrivate: boolean): () => void {
  const view = useView();
  return () => view.set({ dialog: { kind: "settle", ...transfer, isPrivate } });
}

function OwnTransfer({ transfer, isPrivate }: { transfer: OwedAmount; isPrivate: boolean }) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const { edit } = useMay();
  const { byMember, me } = usePeople();
  const words = useTransferWords();
  const settle = useSettle(transfer, isPrivate);
  const otherId = transfer.from === me?.id ? transfer.to : transfer.from;
  const other = byMember.get(otherId);
  if (!other) return null;
  // The note about the other member's account replaces "you pay": all transfers of the user have the same direction,
  // which the heading states.
  const account = other.leftAt !== null ? t("hasLeft") : other.placeholder ? t("noAccount") : null;
  const pays = t(transfer.from === me?.id ? "youPay" : "paysYou");
  return (
    <li className="grid min-h-13 grid-cols-[36px_minmax(0,1fr)_auto_auto] items-center gap-3 phone:min-h-14">
      <Avatar person={other} size={36} alt="" />
      <span className="min-w-0">
        <span className="block truncate leading-5 font-medium phone:text-lg phone:leading-5.5">
          {other.name}
        </span>
        <span className="block truncate text-xs text-text-3">{isPrivate ? pays : (account ?? pays)}</span>
      </span>
      <span className="font-semibold whitespace-nowrap tabular-nums phone:text-lg">
        {format.money(transfer)}
      </span>
      {edit ? (
        <Button onClick={settle} aria-label={t("settleThis", { what: words.pays(transfer) })}>
          {t("settle")}
        </Button>
      ) : null}
    </li>
  );
}

type OtherTransfersProps = { transfers: readonly OwedAmount[]; isNamed: boolean };

function OtherTransfers({ transfers, isNamed }: OtherTransfersProps) {
  const t = useTranslations("trip-money");
  const isPhone = useIsPhone();
  return (
    <details open={!isPhone} className="group mt-3 phone:mt-1">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-xs text-xs leading-5 font-medium text-text-3 hover:text-text touch:py-3 phone:text-sm [&::-webkit-details-marker]:hidden">
        {t(isNamed ? "betweenOthers" : "payments", { count: transfers.length })}
        <Icon of={ChevronDown} size={14} className="transition-transform group-open:rotate-180" />
      </summary>
      <ul className="mt-0.5">
        {transfers.map((transfer) => (
          <OtherTransfer key={`${transfer.from}${transfer.to}`} transfer={transfer} />
        ))}
      </ul>
    </details>
  );
}

function OtherTransfer({ transfer }: { transfer: OwedAmount }) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const { edit } = useMay();
  const { byMember } = usePeople();
  const words = useTransferWords();
  const settle = useSettle(transfer, false);
  const pair = [transfer.from, transfer.to].flatMap((id) => byMember.get(id) ?? []);
  const text = words.pays(transfer);
  return (
    <li className="relative -mx-2 grid min-h-8 grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-2 rounded-sm px-2 text-sm text-text-2 hover:bg-hover touch:min-h-11 phone:text-md">
      <AvatarStack people={pair} size={24} label="" />
      {edit ? (
        <button
          type="button"
          onClick={settle}
          aria-label={t("settleThis", { what: text })}
          className="cursor-pointer truncate text-left after:absolute after:inset-0 after:rounded-sm focus-visible:shadow-none focus-visible:after:shadow-(--ring)"
        >
          {text}
        </button>
      ) : (
        <span className="truncate">{text}</span>
      )}
      <span className="whitespace-nowrap tabular-nums">{format.money(transfer)}</span>
    </li>
  );
}

/** The transfers for private expenses, which only their participants see. */
function PrivateTransfers({ transfers }: { transfers: readonly OwedAmount[] }) {
  const t = useTranslations("trip-money");
  if (transfers.length === 0) return null;
  return (
    <div className="mt-4">
      <h2 className="text-xs font-medium text-text-3">{t("privateDebts")}</h2>
      <ul>
        {transfers.map((transfer) => (
          <OwnTransfer key={`${transfer.from}${transfer.to}`} transfer={transfer} isPrivate />
        ))}
      </ul>
    </div>
  );
}
