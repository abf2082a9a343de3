"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type KeyboardEvent, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { isComposing } from "#app/_ui/composing.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import {
  commentEditKey,
  storeDraftText,
  readDraftText,
  type DraftTextTarget,
} from "../_base/text/draft-text.ts";
import { cleanText } from "../_base/text/typed-text.ts";
import { useFocusOnMount } from "../_base/use-focus-on-mount.ts";
import { MentionList, useMention } from "./mention-list.tsx";

const LIMIT = 5000;

/** Identifies an unsaved edit of a comment, which is stored also while the details are closed. */
export function commentEditTarget(comment: CommentDto, tripId: string): DraftTextTarget {
  return { key: commentEditKey(comment.id), tripId, of: comment.target.id, need: "join" };
}

export function isBeingEdited(comment: CommentDto): boolean {
  return readDraftText(commentEditKey(comment.id)) !== "";
}

type CommentEditorProps = {
  place: DraftTextTarget;
  initial: string;
  label: string;
  onSave: (body: string) => void;
  onCancel: () => void;
};

/** A field for editing a comment: Enter saves, Escape cancels. */
export function CommentEditor({ place, initial, label, onSave, onCancel }: CommentEditorProps) {
  const t = useTranslations("trip-details");
  const [text, setText] = useState(() => readDraftText(place.key) || initial);
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const body = cleanText(text, { oneLine: false });
  const mention = useMention({ field, text, setText: type });

  function type(next: string) {
    setText(next);
    storeDraftText(place, next === initial ? "" : next);
  }
  function save() {
    if (body === "") return;
    storeDraftText(place, "");
    onSave(body);
  }
  function cancel() {
    storeDraftText(place, "");
    onCancel();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent) || mention.onKeyDown(event)) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      cancel();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      save();
    }
  }
  return (
    <div className="relative mt-1">
      {mention.open ? <MentionList {...mention.offer} /> : null}
      <textarea
        {...mention.aria}
        ref={field}
        data-own-escape
        aria-label={label}
        value={text}
        maxLength={LIMIT}
        rows={1}
        onChange={(event) => {
          type(event.target.value);
          mention.read(event.target);
        }}
        onKeyDown={onKeyDown}
        className="block max-h-60 w-full resize-none rounded-sm bg-surface px-2 py-1.5 text-sm shadow-[inset_0_0_0_1px_var(--color-control)] outline-none field-sizing-content focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] phone:text-lg"
      />
      <div className="mt-1.5 flex gap-1.5">
        <Button size="sm" disabled={body === ""} onClick={save}>
          {t("save")}
        </Button>
        <Button size="sm" tone="plain" onClick={cancel}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
