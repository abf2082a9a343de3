"use client";

import { ArrowLeftRight, Lock } from "lucide-react";
import { memo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { settledAmount } from "#lib/client/money/money.ts";
import type { TripCurrency } from "#lib/shared/balances.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { rowTargetClass } from "../_base/rows/row-class.ts";
import { useMay } from "../_base/may.tsx";
import { RowConflicts } from "../_base/fields/row-conflicts.tsx";
import { useView } from "../_base/view.tsx";
import { moneyAmount, moneyFacts, moneyRow, moneyTitle } from "./money-row-class.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";
import { useTransferWords } from "../_base/money/use-transfer-words.ts";

type SettlementRowProps = { settlement: SettlementDto; trip: TripCurrency; hasDate: boolean };

/** A settlement such as "Tom paid you ¥5,000", listed among the expenses of its day. */
export const SettlementRow = memo(function SettlementRow({ settlement, trip, hasDate }: SettlementRowProps) {
  const t = useTranslations("trip-money");
  const formats = useFormats();
  const format = useMoneyFormat();
  const view = useView();
  const { edit } = useMay();
  const words = useTransferWords();
  const title = words.paid(settlement);
  const inTrip = settlement.currency === trip.currency ? null : settledAmount(trip, settlement);
  const facts = [t("settlement"), settlement.note, hasDate ? formats.day(settlement.paidOn) : null].filter(
    (part) => part !== null && part !== "",
  );
  return (
    <li data-settlement={settlement.id} className={cx(moneyRow, edit && "hover:bg-hover")}>
      <span className="text-text-3">
        <Icon of={ArrowLeftRight} size={20} />
      </span>
      <div className="min-w-0">
        {edit ? (
          <button
            type="button"
            data-open
            onClick={() => view.set({ dialog: { kind: "editSettlement", settlementId: settlement.id } })}
            className={cx(rowTargetClass, moneyTitle)}
          >
            {title}
          </button>
        ) : (
          <p className={cx(moneyTitle, "cursor-auto")}>{title}</p>
        )}
        <p className="flex min-w-0 items-center gap-1.5 text-xs text-text-3">
          {settlement.private ? (
            <>
              <Icon of={Lock} size={14} />
              <span className="sr-only">{t("private")}</span>
            </>
          ) : null}
          <span className={moneyFacts}>{facts.join(" · ")}</span>
        </p>
      </div>
      <div className="text-right whitespace-nowrap">
        <p className={cx(moneyAmount, "text-text-2")}>{format.money(settlement)}</p>
        {inTrip === null ? null : (
          <p className={cx(moneyFacts, "text-text-3")}>
            {format.money({ amount: inTrip, currency: trip.currency })}
          </p>
        )}
      </div>
      <RowConflicts entityId={settlement.id} className="relative z-1 col-span-full pb-1" />
    </li>
  );
});
