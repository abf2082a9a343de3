"use client";

import { type ReactNode, useMemo, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { PlaceCredit } from "#app/_places/place-credit.tsx";
import { sharedStorageName } from "#lib/client/storage/own-storage.ts";
import { tabStorage } from "#lib/client/storage/tab-storage.ts";
import { useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { useView } from "../_base/view.tsx";
import { DayChoice } from "./day-choice.tsx";
import { UnusedParts } from "./left-parts.tsx";
import { PasteTrouble } from "./paste-trouble.tsx";
import { isTickedAtFirst, type Row, rowsOf } from "./rows.ts";
import { TickRow } from "./tick-row.tsx";
import { useAddPasted } from "./use-add-pasted.ts";
import { type PastedContent, usePastedPlaces } from "./use-reading.ts";

/** The maximum number of stops of one write. */
const MOST_AT_ONCE = 200;

type PasteDialogProps = {
  pasted: PastedContent & { dayId: string | null; isShared?: boolean };
  /** Renders the map of the places in the list; `dayId` is the chosen day, null for Ideas. */
  renderMap: (rows: readonly Row[], dayId: string | null) => ReactNode;
};

/**
 * A dialog that lists the places of a pasted text with checkboxes and on a map. One press adds the chosen ones, and
 * one undo removes them.
 */
export function PasteDialog({ pasted, renderMap }: PasteDialogProps) {
  const t = useTranslations("paste");
  const view = useView();
  const reading = usePastedPlaces(pasted);
  const [dayId, setDayId] = useState(pasted.dayId);
  const { rows, left } = useMemo(() => rowsOf(reading.parts), [reading.parts]);
  const { ticked, tick } = useTicks(rows);
  const add = useAddPasted(dayId);
  const forget = useForgetShared();
  function close() {
    if (pasted.isShared) forget();
    view.set({ dialog: null });
  }
  const later = reading.parts.filter(({ outcome }) => outcome === "later");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t("title")}
      closeLabel={t("close")}
      stays
      footer={
        <>
          {ticked.length > MOST_AT_ONCE ? (
            <span className="mr-auto text-sm text-danger">{t("tooMany", { max: MOST_AT_ONCE })}</span>
          ) : null}
          <Button onClick={close}>{t("cancel")}</Button>
          <Button
            tone="primary"
            disabled={ticked.length === 0 || ticked.length > MOST_AT_ONCE}
            onClick={() => {
              add(ticked);
              close();
            }}
          >
            {t("add", { count: ticked.length })}
          </Button>
        </>
      }
    >
      <DayChoice value={dayId} onChange={setDayId} />
      {renderMap(rows, dayId)}
      {rows.length > 0 ? (
        <ul aria-label={t("list")} className="mt-3">
          {rows.map((row) => (
            <TickRow
              key={row.key}
              row={row}
              checked={ticked.includes(row)}
              onChange={(is) => tick(row, is)}
            />
          ))}
        </ul>
      ) : null}
      <div className="-mx-3">
        <PlaceCredit places={rows.flatMap(({ part }) => part.place ?? [])} />
      </div>
      <div role="status" className="empty:hidden">
        {reading.isBusy ? (
          <p className="flex items-center gap-2 py-3 text-sm text-text-2">
            <Spinner />
            {t("reading")}
          </p>
        ) : null}
        {!reading.isBusy && reading.error === null && rows.length === 0 && later.length === 0 ? (
          <p className="py-3 text-sm text-text-2">{t("nothing")}</p>
        ) : null}
      </div>
      {later.length > 0 && !reading.isBusy ? (
        <section className="mt-3 text-sm">
          <h3 className="font-medium">{t("later", { count: later.length })}</h3>
          <p className="mt-1 line-clamp-4 text-text-2 wrap-anywhere">
            {later.map(({ source }) => source).join(" · ")}
          </p>
          <TextButton onClick={reading.goOn} className="touch:min-h-11">
            {t("goOn")}
          </TextButton>
        </section>
      ) : null}
      {reading.error === null || reading.isBusy ? null : (
        <PasteTrouble error={reading.error} text={reading.text} onAgain={reading.again} />
      )}
      <UnusedParts parts={left} />
    </Dialog>
  );
}

/** Returns a function that deletes the shared text, which is stored in this tab until it is added or discarded. */
function useForgetShared(): () => void {
  const { id, userId } = useTripSession().store;
  return () => tabStorage.write(sharedStorageName(id, userId), "");
}

/** Returns which rows are chosen: initially those that are certain, until the user changes a checkbox. */
function useTicks(rows: readonly Row[]) {
  const [said, setSaid] = useState<ReadonlyMap<number, boolean>>(new Map());
  const ticked = rows.filter((row) => said.get(row.key) ?? isTickedAtFirst(row));
  const tick = ({ key }: Row, is: boolean) => setSaid(new Map(said).set(key, is));
  return { ticked, tick };
}
