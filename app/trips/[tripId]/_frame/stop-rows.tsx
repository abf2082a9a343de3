"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { DecisionProp } from "../_decisions/decision-prop.tsx";
import { ExpenseProp, useRowExpenses } from "../_money/form/expense-prop.tsx";
import { useMay } from "../_base/may.tsx";
import { CategoryProp, DayProp } from "../_base/fields/choice-props.tsx";
import { CostProp } from "../_base/fields/cost-prop.tsx";
import { type FoldableRow, FoldedRows } from "../_details/folded-rows.tsx";
import { HoursProp } from "../_hours/hours-prop.tsx";
import { LinkProp, PlaceProp } from "../_base/fields/place-props.tsx";
import { StopBookings } from "../_details/stop-bookings.tsx";
import { TimeProp } from "../_details/time-prop.tsx";
import { useStopField } from "../_base/fields/use-stop-field.ts";
import { VotesProp } from "../_details/votes-prop.tsx";
import { ParticipantsProp } from "../_base/fields/who-prop.tsx";

type StopRowsProps = {
  stop: StopDto;
  readOnly: boolean;
  /** Whether the stop is only suggested, so that members cannot vote on it yet. */
  isNew: boolean;
};

/** The rows of a stop's fields: time, place and participants always, the others once they have a value. */
export function StopRows({ stop, readOnly, isNew }: StopRowsProps) {
  const who = useStopField(stop, "participants");
  return (
    <>
      <DayProp stop={stop} readOnly={readOnly} />
      <TimeProp stop={stop} readOnly={readOnly} />
      <PlaceProp stop={stop} readOnly={readOnly} />
      <ParticipantsProp participants={stop.participants} field={who} readOnly={readOnly} />
      <StopBookings stopId={stop.id} />
      {isNew ? null : <VotesProp stop={stop} />}
      <DecisionProp stop={stop} />
      <FoldedRows rows={useFoldable({ stop, readOnly, isNew })} canAdd={!readOnly} />
    </>
  );
}

function useFoldable({ stop, readOnly, isNew }: StopRowsProps): FoldableRow[] {
  const t = useTranslations("trip-details");
  const tMoney = useTranslations("trip-expense");
  const { edit } = useMay();
  const [cost, url] = [useStopField(stop, "cost"), useStopField(stop, "url")];
  const of = { stopId: stop.id };
  const paid = useRowExpenses(of);
  const { id } = stop;
  const rows: FoldableRow[] = [
    {
      key: "category",
      label: t("category"),
      isEmpty: stop.category === "other",
      row: <CategoryProp stop={stop} readOnly={readOnly} />,
    },
    {
      key: "cost",
      label: t("cost"),
      isEmpty: stop.cost === null,
      row: <CostProp of={id} cost={stop.cost} field={cost} readOnly={readOnly} />,
    },
    {
      key: "hours",
      label: t("hours.label"),
      isEmpty: stop.hours === null,
      row: <HoursProp stop={stop} readOnly={readOnly} />,
    },
    {
      key: "url",
      label: t("link"),
      isEmpty: stop.url === null,
      row: <LinkProp of={id} url={stop.url} field={url} readOnly={readOnly} />,
    },
  ];
  if (isNew || (!edit && paid.length === 0)) return rows;
  const expense = <ExpenseProp of={of} />;
  return [
    ...rows,
    { key: "expense", label: tMoney("fromPlanLabel"), isEmpty: paid.length === 0, row: expense },
  ];
}
