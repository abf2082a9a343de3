"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type FormEvent, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { isComposing } from "#app/_ui/composing.ts";
import { TextField } from "#app/_ui/text-field.tsx";
import { useFocusOnMount } from "../_base/use-focus-on-mount.ts";

type NameLineProps = {
  /** The initial name. */
  name: string;
  save: string;
  hint?: string;
  onSave: (name: string) => void;
  onCancel: () => void;
};

/** A form for one name; an empty name is not saved. */
export function NameLine({ name: first, save, hint, onSave, onCancel }: NameLineProps) {
  const t = useTranslations("trip-share.placeholders");
  const [name, setName] = useState(first);
  const input = useFocusOnMount<HTMLInputElement>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const text = name.trim();
    if (text !== "") onSave(text);
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-2 py-1">
      <TextField
        ref={input}
        className="min-w-48 flex-1"
        label={t("name")}
        hideLabel
        placeholder={t("name")}
        hint={hint}
        autoComplete="off"
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.target.value)}
        data-own-escape
        onKeyDown={(event) => {
          if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button type="submit" tone="primary" className="h-11" disabled={name.trim() === ""}>
        {save}
      </Button>
      <Button tone="plain" className="h-11" onClick={onCancel}>
        {t("cancel")}
      </Button>
    </form>
  );
}
