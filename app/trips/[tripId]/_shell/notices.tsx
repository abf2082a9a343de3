"use client";

import { useTranslations } from "next-intl";
import { toast } from "#app/_ui/toast.ts";
import type { ConflictNotice, Notice } from "#lib/client/notices.ts";
import { useNotices } from "#lib/client/trip-context.tsx";
import type { ErrorBody, ErrorCode } from "#lib/shared/errors.ts";
import { addConflict, dropConflict } from "./conflicts.ts";
import { shortName, usePeople } from "./people.tsx";
import { useView } from "./view.tsx";

/** Refusals that deserve words of their own. */
const SAID = [
  "ARCHIVED",
  "FORBIDDEN",
  "DEMO_READ_ONLY",
  "NOT_FOUND",
  "LIMIT_REACHED",
  "UNDO_CONFLICT",
  "NOT_UNDOABLE",
  "RATE_LIMITED",
  "LAST_OWNER",
] as const satisfies readonly ErrorCode[];
type Said = (typeof SAID)[number];

function isSaid(code: string): code is Said {
  return SAID.some((each) => each === code);
}

/** What a refusal means, in the reader's language. */
export function useRefusal(): (error: ErrorBody) => string {
  const t = useTranslations("trip");
  return ({ code }) => (isSaid(code) ? t(`refused.${code}`) : t("refused.other"));
}

/** Tells the person what became of a write that did not go through; nothing is shown while all goes well. */
export function Notices() {
  const t = useTranslations("trip");
  const view = useView();
  const people = usePeople();
  const refusal = useRefusal();

  function conflict(notice: ConflictNotice) {
    addConflict(notice);
    // The open details show it in place, with both versions.
    if (view.get().stopId === notice.write.entityId) return;
    const name = notice.current && "name" in notice.current ? notice.current.name : null;
    // The trip's and a day's are on the page until they are decided, there and nowhere else.
    if (name === null) return toast(t("conflictSomewhere"), { problem: true });
    toast(t("conflictAt", { name }), {
      problem: true,
      action: {
        label: t("useMine"),
        run: () => {
          dropConflict(notice);
          notice.retry({ force: true }).catch(() => {});
        },
      },
    });
  }

  useNotices((notice: Notice) => {
    switch (notice.kind) {
      case "refused":
        return toast(refusal(notice.error), { problem: true });
      case "conflict":
        return conflict(notice);
      case "deleted": {
        const actor = notice.actorId === null ? undefined : people.byUser.get(notice.actorId);
        const name = actor ? shortName(actor.name) : t("someone");
        return toast(
          t(notice.hasEdits ? "deletedWithEdit" : "deletedByOther", { who: name, name: notice.stop.name }),
          {
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
