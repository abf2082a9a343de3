"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect } from "react";
import { toast, withdrawToast } from "#app/_ui/toast.ts";
import type { ConflictNotice, Notice } from "#lib/client/writes/notices.ts";
import { useNotices } from "#lib/client/open-trip/trip-context.tsx";
import type { EditedRow, WriteAction } from "#lib/client/writes/write.ts";
import type { ErrorBody } from "#lib/shared/errors.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { UndoSkippedRow } from "#lib/shared/undo.ts";
import { useSimilarSettlementText } from "../_base/money/use-similar-words.ts";
import { useTransferWords } from "../_base/money/use-transfer-words.ts";
import {
  addConflict,
  bringBackConflict,
  conflictToastId,
  dropConflict,
  takeStoredConflicts,
} from "../_base/conflicts.ts";
import { shortName, usePeople } from "../_base/people.tsx";
import { useRefusal } from "../_base/use-refusal.ts";
import { openRowOf, useView } from "../_base/view.tsx";

/** The maximum number of rows that a message names. */
const MOST_NAMED = 3;

const OWN_VOICE: ReadonlySet<WriteAction> = new Set(["addSuggestion", "acceptSuggestion"]);

/**
 * Returns the name of a stop, the text of an item or the title of another row; null for the trip, a day and a
 * comment, which have none.
 */
function nameOf(row: Exclude<EditedRow, SettlementDto>): string | null {
  if ("text" in row) return row.text;
  if ("name" in row) return row.name;
  return "confirmation" in row || "candidates" in row || "money" in row || "url" in row ? row.title : null;
}

/** Reports writes that were refused or ended in a conflict; writes that succeed are not reported. */
export function Notices() {
  const t = useTranslations("trip");
  const view = useView();
  const people = usePeople();
  const refusal = useRefusal();
  const transfers = useTransferWords();
  const similar = useSimilarSettlementText();
  const tMoney = useTranslations("trip-money");
  const formats = useFormats();
  useEffect(
    () => () => {
      for (const { key } of takeStoredConflicts()) withdrawToast(conflictToastId(key));
    },
    [],
  );

  function conflict(notice: ConflictNotice) {
    addConflict(notice);
    // If the details of the row are open, no message is shown, because the details show the conflict with both
    // versions.
    if (openRowOf(view.get()) === notice.write.entityId) return;
    const name = called(notice.current);
    // A conflict about the trip or a day can only be resolved where the row is on the page, so the message has no
    // button.
    if (name === null) return toast(t("conflictSomewhere"), { problem: true });
    toast(t("conflictAt", { name }), {
      id: conflictToastId(notice.key),
      problem: true,
      action: {
        label: t("useMine"),
        run: () => {
          dropConflict(notice);
          notice.retry({ force: true }).catch(() => bringBackConflict(notice));
        },
      },
    });
  }

  /** Returns the name of a row; a settlement is named by who paid whom. */
  function called(row: EditedRow | null): string | null {
    if (row === null) return null;
    return "paidOn" in row ? transfers.paid(row) : nameOf(row);
  }

  /**
   * An order that was computed for another state of the day cannot be applied, so the message offers to compute a new
   * one.
   */
  function staleOrder(dayId: string) {
    const run = () => view.set({ dialog: { orderOf: dayId } });
    toast(t("order.stale"), { problem: true, action: { label: t("order.again"), run } });
  }

  /** Returns the button that shows the later change which an undo has to wait for. */
  function wayToBlocker({ code, details }: ErrorBody) {
    const seqs = details?.["seqs"];
    return wayTo(code === "UNDO_CONFLICT" && Array.isArray(seqs) ? Number(seqs.at(-1)) : undefined);
  }

  /** Reports the rows that an undo left unchanged, with a button that shows the later change of them. */
  function saysKept(rows: readonly UndoSkippedRow[]) {
    const names = rows.flatMap(({ name }) => name ?? []);
    const words = names.length === rows.length && rows.length <= MOST_NAMED ? "undoneButNamed" : "undoneBut";
    const newest = Math.max(...rows.flatMap(({ seqs }) => seqs));
    toast(t(words, { count: rows.length, names: formats.list(names) }), { problem: true, ...wayTo(newest) });
  }

  function wayTo(newest: number | undefined) {
    if (newest === undefined) return {};
    function run() {
      view.set({ historyOf: null, historyAt: newest });
      view.show("activity");
    }
    return { action: { label: t("showBlocker"), run } };
  }

  useNotices((notice: Notice) => {
    // A refused write of a suggestion is not reported, because the suggestion's card or draft shows the refusal
    // itself.
    if (notice.kind === "refused" && OWN_VOICE.has(notice.write.action)) return undefined;
    switch (notice.kind) {
      case "refused":
        if (notice.write.action === "orderDay" && notice.error.code === "FIELD_CONFLICT") {
          return staleOrder(notice.write.entityId);
        }
        return toast(refusal(notice.error), { problem: true, ...wayToBlocker(notice.error) });
      case "conflict":
        return conflict(notice);
      case "similar":
        return toast(similar(notice.current), {
          id: conflictToastId(notice.key),
          problem: true,
          action: { label: tMoney("similar.add"), run: () => void notice.add().catch(() => {}) },
        });
      case "kept":
        return saysKept(notice.rows);
      case "deleted": {
        const actor = notice.actorId === null ? undefined : people.byUser.get(notice.actorId);
        const name = actor ? shortName(actor.name) : t("someone");
        return toast(
          t(notice.hasEdits ? "deletedWithEdit" : "deletedByOther", {
            who: name,
            name: called(notice.row) ?? "",
          }),
          {
            id: `deleted ${notice.row.id}`,
            problem: true,
            action: { label: t("restore"), run: () => void notice.restore().catch(() => {}) },
          },
        );
      }
      default:
        return notice satisfies never;
    }
  });
  return null;
}
