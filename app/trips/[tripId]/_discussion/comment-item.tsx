"use client";

import { CircleCheck, MoreHorizontal } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuItem } from "#app/_ui/menu.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { CommentDto } from "#lib/shared/comments.ts";
import { commentAnchor } from "#lib/shared/notification-path.ts";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";
import { CommentBody } from "./comment-body.tsx";
import { CommentEditor, commentEditTarget, isBeingEdited } from "./comment-editor.tsx";
import { mentionedIn } from "./mentioned.ts";

// Ignores the refusal of a write, because refusals are reported separately.
const ignore = () => {};

type CommentItemProps = {
  comment: CommentDto;
  /** Whether a notification or link has led the reader to this comment. */
  isAsked?: boolean;
};

export function CommentItem({ comment, isAsked = false }: CommentItemProps) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const actions = useTripActions();
  const { byMember, present } = usePeople();
  const tripId = useTrip((trip) => trip.id);
  const [editing, setEditing] = useState(() => isBeingEdited(comment));
  const author = byMember.get(comment.memberId);
  const resolved = comment.resolvedAt !== null;
  return (
    <li
      id={commentAnchor(comment.id)}
      aria-current={isAsked ? "true" : undefined}
      className={cx(
        isAsked && "-mx-2 rounded-sm bg-accent-tint px-2",
        "group/comment relative grid grid-cols-[24px_minmax(0,1fr)] gap-2.5 py-1.5",
        resolved && "text-text-3",
      )}
    >
      {author ? <Avatar person={author} alt="" /> : <span />}
      <div className="min-w-0">
        <p className="flex h-4.5 items-center gap-1 pr-8 text-xs text-text-3 touch:pr-11">
          <b className={cx("truncate font-semibold", !resolved && "text-text")}>
            {author?.name ?? t("someone")}
          </b>
          <time dateTime={comment.createdAt} className="whitespace-nowrap">
            {formats.ago(comment.createdAt)}
          </time>
          {comment.editedAt ? <span className="whitespace-nowrap">· {t("edited")}</span> : null}
          {resolved ? (
            <span className="flex items-center gap-0.5 whitespace-nowrap text-success">
              · <Icon of={CircleCheck} size={14} /> {t("resolved")}
            </span>
          ) : null}
        </p>
        {editing ? (
          <CommentEditor
            place={commentEditTarget(comment, tripId)}
            initial={comment.body}
            label={t("editComment")}
            onCancel={() => setEditing(false)}
            onSave={(body) => {
              setEditing(false);
              if (body === comment.body) return;
              const known = comment.mentions.flatMap((id) => byMember.get(id) ?? []);
              const mentions = mentionedIn(body, [...new Set([...present, ...known])]);
              actions.editComment(comment, body, { mentions }).catch(ignore);
            }}
          />
        ) : (
          <CommentBody body={comment.body} />
        )}
      </div>
      {editing ? null : <CommentMenu comment={comment} onEdit={() => setEditing(true)} />}
    </li>
  );
}

function CommentMenu({ comment, onEdit }: { comment: CommentDto; onEdit: () => void }) {
  const t = useTranslations("trip-details");
  const actions = useTripActions();
  const { join, own } = useMay();
  const { me } = usePeople();
  if (!join) return null;
  const mine = comment.memberId === me?.id;
  const resolved = comment.resolvedAt !== null;
  function remove() {
    actions.deleteComment(comment).catch(ignore);
    toast(t("commentDeleted"), {
      action: { label: t("undo"), run: () => void actions.restoreComment(comment.id).catch(ignore) },
    });
  }
  return (
    <div className="absolute top-0 right-0 md:opacity-0 md:group-focus-within/comment:opacity-100 md:group-hover/comment:opacity-100 md:has-data-[state=open]:opacity-100 phone:-mt-2.5">
      <Menu trigger={<IconButton label={t("commentMenu")} icon={MoreHorizontal} size="sm" />}>
        <MenuItem onSelect={() => void actions.resolveComment(comment, !resolved).catch(ignore)}>
          {resolved ? t("reopen") : t("resolve")}
        </MenuItem>
        {mine ? <MenuItem onSelect={onEdit}>{t("edit")}</MenuItem> : null}
        {mine || own ? (
          <MenuItem danger onSelect={remove}>
            {t("deleteComment")}
          </MenuItem>
        ) : null}
      </Menu>
    </div>
  );
}
