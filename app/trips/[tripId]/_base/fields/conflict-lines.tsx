"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { cx } from "#app/_ui/cx.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { ConflictNotice } from "#lib/client/writes/notices.ts";
import { useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { shortName, usePeople } from "../people.tsx";
import { bringBackConflict, dropConflict, useConflicts } from "../conflicts.ts";
import { useFieldFormats } from "./use-field-value.ts";

/** Shows conflicts about this row: the saved value, the user's value, and a button that saves the latter. */
export default function ConflictLines({ entityId, className }: { entityId: string; className?: string }) {
  const conflicts = useConflicts().filter(({ write }) => write.entityId === entityId);
  return conflicts.map((notice) => (
    <ConflictLine key={notice.fields.join()} notice={notice} className={className} />
  ));
}

function ConflictLine({ notice, className }: { notice: ConflictNotice; className?: string | undefined }) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const fieldValue = useFieldFormats();
  const [field = ""] = notice.fields;
  const who = useOther(notice);
  const current: Record<string, unknown> = { ...notice.current };
  const theirs = said(current);
  const mine = said(notice.mine);
  /** Formats a value; both dates of the trip, or both ends of a reservation, are shown as one. */
  function said(row: Record<string, unknown>): string {
    const { startDate, endDate } = row;
    const isDates = field === "startDate" || field === "endDate";
    if (isDates && typeof startDate === "string" && typeof endDate === "string") {
      return formats.range(startDate, endDate);
    }
    if (field === "start" || field === "end") {
      const ends = [row["start"], row["end"]].filter(Boolean);
      return ends.map((end) => fieldValue.text("start", end)).join(" – ") || fieldValue.text(field, null);
    }
    // The row contains a settlement's currency only if that changed, too; else the present currency applies.
    if (field === "amount" && typeof row["amount"] === "number") {
      return fieldValue.text(field, {
        amount: row["amount"],
        currency: row["currency"] ?? current["currency"],
      });
    }
    return fieldValue.text(field, row[field]);
  }
  function restore() {
    dropConflict(notice);
    notice.retry({ force: true }).catch(() => bringBackConflict(notice));
  }
  return (
    <InlineAlert live className={cx("mt-1.5", className)} action={null}>
      {t("conflict", { who: who ?? t("someone"), field: fieldValue.name(field), theirs, mine })}{" "}
      <span className="inline-flex gap-3 font-medium touch:gap-6">
        <TextButton onClick={restore}>{t("useMine")}</TextButton>
        <TextButton onClick={() => dropConflict(notice)}>{t("keepTheirs")}</TextButton>
      </span>
    </InlineAlert>
  );
}

/**
 * Returns the name of the member whose value is saved; undefined if the event is older than all that the page has
 * loaded.
 */
function useOther({ write, fields }: ConflictNotice): string | undefined {
  const { store } = useTripSession();
  const { byUser, me } = usePeople();
  const theirs = store.recent.findLast(
    (event) =>
      event.op !== "redacted" &&
      event.entityId === write.entityId &&
      event.actorId !== me?.userId &&
      fields.some((field) => event.changes && field in event.changes),
  );
  const actorId = theirs && theirs.op !== "redacted" ? theirs.actorId : null;
  const person = actorId === null ? undefined : byUser.get(actorId);
  return person && shortName(person.name);
}
