"use client";

import { ChevronDown, CircleCheck } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId, useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { CommentDto } from "#lib/shared/comments.ts";
import { CommentItem } from "./comment-item.tsx";

/** Consecutive resolved comments, folded into one line until the reader opens it. */
export function ResolvedComments({ comments }: { comments: readonly CommentDto[] }) {
  const t = useTranslations("trip-details");
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="-mx-1.5 flex h-8 items-center gap-1.5 rounded-xs px-1.5 text-xs text-text-3 hover:bg-hover touch:h-11 phone:text-sm"
      >
        <Icon of={CircleCheck} className="mx-1 text-success" />
        {t("settledCount", { count: comments.length })}
        <Icon of={ChevronDown} size={14} className={cx("transition-transform", open && "rotate-180")} />
      </button>
      <ol id={id} hidden={!open}>
        {open ? comments.map((comment) => <CommentItem key={comment.id} comment={comment} />) : null}
      </ol>
    </li>
  );
}
