"use client";

import { useTranslations } from "next-intl";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { ConflictNotice } from "#lib/client/notices.ts";
import { dropConflict, useConflicts } from "../_shell/conflicts.ts";
import { useFieldValue } from "./use-field-value.ts";

/** Edits of this row that lost against somebody else's: what stands now, what was typed, and one tap to bring it back. */
export function ConflictLines({ entityId }: { entityId: string }) {
  const conflicts = useConflicts().filter(({ write }) => write.entityId === entityId);
  return conflicts.map((notice) => <ConflictLine key={notice.fields.join()} notice={notice} />);
}

function ConflictLine({ notice }: { notice: ConflictNotice }) {
  const t = useTranslations("trip-details");
  const fieldValue = useFieldValue();
  const [field = ""] = notice.fields;
  const current: Record<string, unknown> = { ...notice.current };
  const theirs = fieldValue.text(field, current[field]);
  const mine = fieldValue.text(field, notice.mine[field]);
  function restore() {
    dropConflict(notice);
    notice.retry({ force: true }).catch(() => {});
  }
  return (
    <InlineAlert live className="mx-4 mt-1.5" action={null}>
      {t("conflict", { field: fieldValue.name(field), theirs, mine })}{" "}
      <span className="inline-flex gap-3 font-medium">
        <TextButton onClick={restore}>{t("useMine")}</TextButton>
        <TextButton onClick={() => dropConflict(notice)}>{t("keepTheirs")}</TextButton>
      </span>
    </InlineAlert>
  );
}
