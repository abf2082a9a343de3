"use client";

import { X } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useMemo } from "react";
import { Button } from "#app/_ui/button.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextArea } from "#app/_ui/text-area.tsx";
import { toast } from "#app/_ui/toast.ts";
import { targetRowOf, targetIdOf, fieldValueOf, verbOf } from "#lib/client/writes/suggestion-lines.ts";
import { useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { useSelectedState } from "#lib/client/base/use-selected.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { type ComparedChange, diffOfChange } from "../_model/suggestions/line-diff.ts";
import { SuggestedChangeRow } from "../_base/suggestions/suggested-change-row.tsx";
import { useDraftView } from "../_base/suggestions/use-suggested.ts";
import { useSuggestedChangeTexts } from "../_base/suggestions/use-suggested-change-texts.ts";
import { useSendDraft } from "./use-send-draft.ts";

/** The user's draft of a suggestion: each change with a button to remove it, and a field for a note. */
export function DraftCard() {
  const t = useTranslations("trip-suggestions");
  const tTrip = useTranslations("trip");
  const words = useSuggestedChangeTexts();
  const { store } = useTripSession();
  const { lines, gone } = useDraftView((draft) => ({ lines: draft.lines, gone: draft.gone }));
  const note = useSelectedState(store.draft.changes.add, () => store.draft.note, whole);
  const trip = useSelectedState(store.changes.add, () => store.written, whole);
  const rows = useMemo(() => [...lines, ...gone].map((line) => withBefore(line, trip)), [lines, gone, trip]);
  const { busy, problem, send, discard } = useSendDraft();
  if (rows.length === 0) return null;

  function takeBack(line: SuggestedChange) {
    const again = store.draft.drop(line);
    toast(t("tookBack"), { action: { label: tTrip("undo"), run: () => void again() } });
  }

  return (
    <section
      aria-labelledby="draft-head"
      className="mx-3 mb-4 rounded-md px-3 pt-2.5 pb-3 outline-1 outline-dashed outline-accent-line"
    >
      <h3 id="draft-head" className="font-semibold">
        {t("draft")}
      </h3>
      <p className="text-xs text-text-3">{t("draftHint")}</p>
      <ol className="mt-1 divide-y divide-line">
        {rows.map((line) => {
          const diff = diffOfChange(line, rows, trip);
          return (
            <li key={`${line.op} ${targetIdOf(line) ?? ""}`}>
              <SuggestedChangeRow
                diff={diff}
                after={
                  <IconButton
                    label={t("takeBackThis", { name: words.about(diff) })}
                    icon={X}
                    size="sm"
                    className="-mt-1 -mr-1.5"
                    onClick={() => takeBack(line)}
                  />
                }
              />
            </li>
          );
        })}
      </ol>
      <TextArea
        label={t("note")}
        placeholder={t("noteHint")}
        rows={2}
        maxLength={1000}
        value={note}
        className="mt-2"
        onChange={(event) => store.draft.setNote(event.target.value)}
      />
      {problem === null ? null : (
        <InlineAlert tone="danger" live className="mt-2">
          {problem}
        </InlineAlert>
      )}
      <div className="mt-3 flex justify-end gap-2">
        <Button tone="plain" onClick={discard}>
          {t("discard")}
        </Button>
        <Button tone="primary" busy={busy} disabled={lines.length === 0} onClick={send}>
          {t("sendCount", { count: lines.length })}
        </Button>
      </div>
    </section>
  );
}

function whole<T>(value: T): T {
  return value;
}

/** Adds the present values to a change, as the service will store them when the draft is sent. */
function withBefore(line: SuggestedChange, trip: TripDto): ComparedChange {
  const row = verbOf(line.op) === "create" ? undefined : targetRowOf(trip, line);
  if (!row) return { ...line, before: null };
  const fields = ["name", "title", "text", "date", "dayId", ...Object.keys(line.input)];
  return { ...line, before: Object.fromEntries(fields.map((field) => [field, fieldValueOf(row, field)])) };
}
