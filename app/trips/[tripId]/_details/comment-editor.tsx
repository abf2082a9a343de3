"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { useFocusOnMount } from "../_shell/use-focus-on-mount.ts";

const LIMIT = 5000;

type CommentEditorProps = {
  initial: string;
  label: string;
  onSave: (body: string) => void;
  onCancel: () => void;
};

/** A comment being changed: Enter saves, Escape leaves it as it was. */
export function CommentEditor({ initial, label, onSave, onCancel }: CommentEditorProps) {
  const t = useTranslations("trip-details");
  const [text, setText] = useState(initial);
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const body = text.trim();
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (body !== "") onSave(body);
    }
  }
  return (
    <div className="mt-1">
      <textarea
        ref={field}
        data-own-escape
        aria-label={label}
        value={text}
        maxLength={LIMIT}
        rows={1}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="block max-h-60 w-full resize-none rounded-sm bg-surface px-2 py-1.5 text-sm shadow-[inset_0_0_0_1px_var(--color-control)] outline-none field-sizing-content focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] phone:text-lg"
      />
      <div className="mt-1.5 flex gap-1.5">
        <Button size="sm" disabled={body === ""} onClick={() => onSave(body)}>
          {t("save")}
        </Button>
        <Button size="sm" tone="plain" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
