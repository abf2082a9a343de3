"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { deviceClock } from "#lib/client/base/device-clock.ts";
import { newId } from "#lib/client/base/ids.ts";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import { dateInZone } from "#lib/shared/dates.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { NewSettlement, SettlementDto } from "#lib/shared/settlements.ts";
import { findSimilar } from "#lib/shared/similar-payment.ts";
import { amountText } from "../_model/money/cost-text.ts";
import { usePeople } from "../_base/people.tsx";
import { type SettleDialog as Dialog, useView } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { createStoredForms } from "../_base/forms/stored-forms.ts";
import { useStoredForm } from "../_base/forms/use-stored-form.ts";
import { SettleSheet } from "./settle-sheet.tsx";
import {
  type StoredSettlementForm,
  settleFormOf,
  dropForeignRate,
  settlePatch,
  type SettleForm,
} from "./settle-form.ts";
import { SimilarSettlementWarning } from "./similar-question.tsx";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";
import { useTransferWords } from "../_base/money/use-transfer-words.ts";

const keptPayments = createStoredForms<StoredSettlementForm>("payment", { idOf: ({ id }) => id });

/** The dialog for a new settlement or for the change of a recorded one. */
export default function SettleDialog({ dialog }: { dialog: Dialog }) {
  return dialog.kind === "settle" ? (
    <NewPayment {...dialog} />
  ) : (
    <EditPayment settlementId={dialog.settlementId} />
  );
}

/**
 * A new settlement that resembles one that another member has recorded, with the form it was read from; the user is
 * asked about it.
 */
interface Asked {
  form: SettleForm;
  settlement: Omit<NewSettlement, "id" | "private">;
  rate: Rate | null;
  recorded: SettlementDto;
}

type NewPaymentProps = Omit<Extract<Dialog, { kind: "settle" }>, "kind">;

function NewPayment({ from, to, amount, currency, isPrivate = false }: NewPaymentProps) {
  const t = useTranslations("trip-money");
  const view = useView();
  const writes = useWrites();
  const actions = useTripActions();
  const undoToast = useUndoToast();
  const words = useTransferWords();
  const format = useMoneyFormat();
  const { present, me } = usePeople();
  const trip = useTrip((all) => ({ currency: all.currency, timezone: all.timezone }));
  const settlements = useTrip((all) => all.settlements);
  const today = () => dateInZone(deviceClock.now(), trip.timezone);
  const debt = amount === undefined ? null : { amount, currency: currency ?? trip.currency };
  const begin = (): SettleForm => ({
    from: from ?? me?.id ?? "",
    to: to ?? present.find(({ id }) => id !== (from ?? me?.id))?.id ?? "",
    amount: debt ? amountText(debt) : "",
    currency: debt?.currency ?? trip.currency,
    paidOn: today(),
    note: "",
    rate: "",
  });
  const kept = useStoredForm<StoredSettlementForm>({
    forms: keptPayments,
    of: ["settle", from, to, isPrivate && "private"].filter(Boolean).join(" "),
    begin() {
      const form = begin();
      const frame = { baseSeq: actions.baseSeq(), opened: null, isTyped: false };
      return { id: newId(), form, start: form, ...frame, tripCurrency: trip.currency };
    },
    inTrip: (all) => dropForeignRate(all, trip.currency),
    withoutRate: (all) => ({ ...all, form: { ...all.form, rate: "" } }),
  });
  const { id } = kept.form;
  const [asked, setAsked] = useState<Asked | null>(null);
  const isAsked = asked !== null && asked.form === kept.form.form;

  function record({ settlement, rate }: Pick<Asked, "settlement" | "rate">, evenIfSimilar: boolean) {
    const said = t("recorded", { what: words.paid(settlement), amount: format.money(settlement) });
    const more = { ...(isPrivate && { private: true }), ...(evenIfSimilar && { evenIfSimilar }) };
    const write = writes.addSettlement({ id, ...settlement, ...more }, { rate });
    kept.sent(write);
    undoToast(said, write);
    view.set({ dialog: null });
  }
  return (
    <SettleSheet
      title={t("settleTitle")}
      question={
        isAsked ? (
          <SimilarSettlementWarning
            recorded={asked.recorded}
            onAdd={() => record(asked, true)}
            onSame={() => {
              kept.forget();
              view.set({ dialog: null });
            }}
          />
        ) : null
      }
      kept={kept}
      debt={debt}
      isPrivate={isPrivate}
      // The two people of a proposed transfer are fixed; otherwise they can be chosen.
      fixedPeople={from !== undefined && to !== undefined}
      save={t("record")}
      onSave={(settlement, rate) => {
        const payment = { ...settlement, paidOn: settlement.paidOn ?? today() };
        const recorded = findSimilar(payment, settlements, me?.id ?? null);
        if (recorded) setAsked({ form: kept.form.form, settlement, rate, recorded });
        else record({ settlement, rate }, false);
      }}
    />
  );
}

function EditPayment({ settlementId }: { settlementId: string }) {
  const row = useTrip((trip) => trip.settlements.find(({ id }) => id === settlementId));
  // If another member deletes the settlement while the dialog is open, the dialog stays open, so that no input is lost
  // unnoticed.
  const [opened] = useState(row);
  const shown = row ?? opened;
  return shown ? <Editor row={shown} /> : null;
}

function Editor({ row }: { row: SettlementDto }) {
  const t = useTranslations("trip-money");
  const view = useView();
  const writes = useWrites();
  const actions = useTripActions();
  const undoToast = useUndoToast();
  const words = useTransferWords();
  const tripCurrency = useTrip((trip) => trip.currency);
  const kept = useStoredForm<StoredSettlementForm>({
    forms: keptPayments,
    of: `settlement ${row.id}`,
    begin() {
      const form = settleFormOf(row);
      const frame = { baseSeq: actions.baseSeq(), opened: row, isTyped: true };
      return { id: row.id, form, start: form, ...frame, tripCurrency };
    },
    inTrip: (all) => dropForeignRate(all, tripCurrency),
  });
  const { opened, baseSeq } = kept.form;
  const close = () => view.set({ dialog: null });
  function remove() {
    kept.forget();
    close();
    undoToast(t("paymentDeleted", { what: words.paid(row) }), writes.deleteSettlement(row.id));
  }
  return (
    <SettleSheet
      title={words.paid(row)}
      kept={kept}
      debt={null}
      isPrivate={row.private}
      fixedPeople
      knownRateOf={row.rate ? row.currency : null}
      save={t("save")}
      extra={
        <Button tone="danger" className="mr-auto" onClick={remove}>
          {t("delete")}
        </Button>
      }
      onSave={(settlement, rate) => {
        const patch = settlePatch(opened ?? row, settlement);
        if (patch) kept.sent(writes.updateSettlement(row.id, patch, { baseSeq, rate }));
        else kept.forget();
        close();
      }}
    />
  );
}
