"use client";

import { useTranslations } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { cx } from "#app/_ui/cx.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { ConflictNotice } from "#lib/client/notices.ts";
import { bringBackConflict, dropConflict, useConflicts } from "../_shell/conflicts.ts";
import { useFieldValue } from "./use-field-value.ts";

/** Edits of this row that lost against somebody else's: what stands now, what was typed, and one tap to bring it back. */
export default function ConflictLines({ entityId, className }: { entityId: string; className?: string }) {
  const conflicts = useConflicts().filter(({ write }) => write.entityId === entityId);
  return conflicts.map((notice) => (
    <ConflictLine key={notice.fields.join()} notice={notice} className={className} />
  ));
}

function ConflictLine({ notice, className }: { notice: ConflictNotice; className?: string | undefined }) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const fieldValue = useFieldValue();
  const [field = ""] = notice.fields;
  const current: Record<string, unknown> = { ...notice.current };
  const theirs = said(current);
  const mine = said(notice.mine);
  /** Two dates are one thing to say. */
  function said(row: Record<string, unknown>): string {
    const { startDate, endDate } = row;
    const isDates = field === "startDate" || field === "endDate";
    if (isDates && typeof startDate === "string" && typeof endDate === "string") {
      return formats.range(startDate, endDate);
    }
    return fieldValue.text(field, row[field]);
  }
  function restore() {
    dropConflict(notice);
    notice.retry({ force: true }).catch(() => bringBackConflict(notice));
  }
  return (
    <InlineAlert live className={cx("mt-1.5", className)} action={null}>
      {t("conflict", { field: fieldValue.name(field), theirs, mine })}{" "}
      <span className="inline-flex gap-3 font-medium">
        <TextButton onClick={restore}>{t("useMine")}</TextButton>
        <TextButton onClick={() => dropConflict(notice)}>{t("keepTheirs")}</TextButton>
      </span>
    </InlineAlert>
  );
}
