"use client";

import { useEffect } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { toast, withdrawToast } from "#app/_ui/toast.ts";
import { typedTextsOf, type UnreadableWrite } from "#lib/client/sync/stored-write.ts";
import { useLiveSession, useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { RefusedWrite } from "#lib/client/sync/stored-writes.ts";
import { similarSettlement } from "#lib/client/sync/refusals.ts";
import { remakeWrite } from "#lib/client/writes/write-kinds.ts";
import { useFieldFormats } from "../_base/fields/use-field-value.ts";
import { useSimilarSettlementText } from "../_base/money/use-similar-words.ts";
import { announce } from "../_base/announcer.tsx";
import { conflictToastId, dropConflictOf } from "../_base/conflicts.ts";
import { useRefusal } from "../_base/use-refusal.ts";
import { useChangeWords } from "./use-change-words.ts";
import { useUnsentWrites } from "../_base/use-unsent.ts";

const keysOf = ({ keeping: { keeper } }: TripSession) => keeper?.refused.map(({ entry }) => entry.key) ?? [];
const unreadableOf = ({ keeping: { keeper } }: TripSession) => [...(keeper?.unreadable ?? [])];

/** Lists the writes that the service has refused, until the user decides about each. */
export function RefusedChanges() {
  const t = useTranslations("trip-queue");
  const { keeper } = useLiveSession().keeping;
  const keys = useUnsentWrites(keysOf);
  const unreadable = useUnsentWrites(unreadableOf);
  const refused = keeper?.refused.filter(({ entry }) => keys.includes(entry.key)) ?? [];
  return (
    <>
      {refused.length > 0 ? (
        <section aria-labelledby="unsent-refused">
          <h3 id="unsent-refused" className="text-sm font-medium text-warning">
            {t("refused")}
          </h3>
          <p className="text-sm text-text-3">{t("refusedHint")}</p>
          <ul className="mt-2 flex flex-col">
            {refused.map((write) => (
              <RefusedChange key={write.entry.key} refused={write} />
            ))}
          </ul>
        </section>
      ) : null}
      {unreadable.length > 0 ? (
        <section aria-labelledby="unsent-unreadable">
          <h3 id="unsent-unreadable" className="text-sm font-medium text-warning">
            {t("unreadable")}
          </h3>
          <p className="text-sm text-text-3">{t("unreadableHint")}</p>
          <ul className="mt-2 flex flex-col">
            {unreadable.map((write) => (
              <UnreadableChange key={write.order} write={write} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

const row = "flex flex-col gap-1 border-t border-line py-2 first:border-t-0";

function RefusedChange({ refused }: { refused: RefusedWrite }) {
  const t = useTranslations("trip-queue");
  const formats = useFormats();
  const refusal = useRefusal();
  const wordsOf = useChangeWords();
  const { keeper } = useLiveSession().keeping;
  const lines = useConflictLines(refused);
  const tMoney = useTranslations("trip-money");
  const similar = useSimilarSettlementText();
  const { entry, resting } = refused;
  // The toast of the conflict is removed, because it would cover the list of refused changes, which shows both
  // versions.
  useEffect(() => withdrawToast(conflictToastId(entry.key)), [entry.key]);
  const body = entry.refusal?.body;
  if (!keeper || !body) return null;
  const recorded = similarSettlement(body);
  const isConflict = body.code === "FIELD_CONFLICT";
  const why = isConflict ? t("conflict") : body.code === "KEY_REUSED" ? t("unsure") : refusal(body);
  const [insist, giveUp] = recorded
    ? [tMoney("similar.add"), tMoney("similar.same")]
    : [t(isConflict ? "useMine" : "again"), t(isConflict ? "keepTheirs" : "discard")];
  const all = [entry, ...resting];
  const text = all.map((each) => [wordsOf(each), typedTextsOf(each.recipe.args)].join("\n")).join("\n\n");
  function settle(act: () => void) {
    dropConflictOf(entry.key);
    act();
  }
  return (
    <li className={row}>
      <p className="wrap-anywhere">{wordsOf(entry)}</p>
      <p className="text-xs text-text-3">
        {formats.ago(new Date(entry.at).toISOString())}
        {resting.length > 0 ? ` · ${t("and", { count: resting.length })}` : null}
      </p>
      <p className="text-sm text-text-2">{recorded ? similar(recorded) : why}</p>
      {lines.map((line) => (
        <p key={line} className="text-sm wrap-anywhere text-text-2">
          {line}
        </p>
      ))}
      <div className="-ml-2.5 flex flex-wrap gap-1">
        <Button
          size="sm"
          tone="accent"
          onClick={() => settle(() => keeper.again(refused, { force: isConflict || recorded !== null }))}
        >
          {insist}
        </Button>
        <Button size="sm" tone="plain" onClick={() => settle(() => keeper.discard(refused))}>
          {giveUp}
        </Button>
        <CopyText text={text} />
      </div>
    </li>
  );
}

function UnreadableChange({ write }: { write: UnreadableWrite }) {
  const t = useTranslations("trip-queue");
  const { keeper } = useLiveSession().keeping;
  return (
    <li className={row}>
      <p className="text-sm wrap-anywhere whitespace-pre-line">{write.text}</p>
      <div className="-ml-2.5 flex flex-wrap gap-1">
        <CopyText text={write.text} />
        <Button size="sm" tone="plain" onClick={() => void keeper?.discardUnreadable(write)}>
          {t("discard")}
        </Button>
      </div>
    </li>
  );
}

function CopyText({ text }: { text: string }) {
  const t = useTranslations("trip-queue");
  async function copy() {
    await navigator.clipboard.writeText(text);
    announce(t("copied"));
    toast(t("copied"));
  }
  return (
    // Without permission to use the clipboard, the text is shown, so that it can be selected.
    <Button size="sm" tone="plain" onClick={() => void copy().catch(() => toast(text, { problem: true }))}>
      {t("copy")}
    </Button>
  );
}

/** Returns both versions of each field in conflict. */
function useConflictLines({ entry }: RefusedWrite): string[] {
  const t = useTranslations("trip-queue");
  const fieldValue = useFieldFormats();
  const trip = useTrip();
  const { code, details = {} } = entry.refusal?.body ?? {};
  const edit = remakeWrite(trip.id, entry.recipe)?.edit;
  if (code !== "FIELD_CONFLICT" || !edit) return [];
  const fields = Array.isArray(details["fields"]) ? details["fields"].map(String) : [...edit.fields];
  // The other version of the row is the present one; if the row does not exist any more, it is the version at the time
  // of the refusal.
  const refusedWith: object = typeof details["current"] === "object" ? { ...details["current"] } : {};
  const theirs: Record<string, unknown> = { ...refusedWith, ...edit.current(trip) };
  return fields
    .filter((field) => Object.hasOwn(edit.patch, field))
    .map((field) =>
      t("values", {
        field: fieldValue.name(field),
        mine: fieldValue.text(field, edit.patch[field]),
        theirs: fieldValue.text(field, theirs[field]),
      }),
    );
}
