"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import { SavedWords } from "#app/account/_form/field-line.tsx";
import { Name } from "#app/account/_form/schemas.ts";
import { useFieldSave } from "#app/account/_form/use-saved.ts";
import { isComposing } from "#app/_ui/composing.ts";
import { TextField } from "#app/_ui/text-field.tsx";
import { useUpdateProfile } from "#lib/client/account/account.ts";

/** A field that saves itself when it loses the focus or on Enter; Escape restores the old name. */
export function NameField({ name }: { name: string }) {
  const t = useTranslations("account");
  const tAuth = useTranslations("auth");
  const router = useRouter();
  const { mutateAsync } = useUpdateProfile();
  const { saving, save, fail, reset } = useFieldSave();
  const [draft, setDraft] = useState<string | null>(null);

  async function keep() {
    // Leaving the field directly after Enter must not save twice.
    if (draft === null || saving.kind === "saving") return;
    const checked = Name.safeParse(draft);
    if (!checked.success) return fail(tAuth("error.nameNeeded"));
    if (checked.data === name) return leave();
    const saved = await save(() => mutateAsync({ name: checked.data }));
    if (!saved) return;
    // Text that the user has typed since the save began stays.
    setDraft((now) => (now === draft ? null : now));
    router.refresh();
  }

  function leave() {
    setDraft(null);
    reset();
  }

  function onKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") void keep();
    if (event.key === "Escape") leave();
  }

  return (
    <TextField
      label={t("name")}
      autoComplete="name"
      enterKeyHint="done"
      value={draft ?? name}
      onChange={({ target }) => {
        setDraft(target.value);
        reset();
      }}
      onBlur={() => void keep()}
      onKeyDown={onKey}
      error={saving.kind === "failed" ? saving.text : undefined}
      hint={<SavedWords saving={saving} hint={t("nameHint")} />}
    />
  );
}
