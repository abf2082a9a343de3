"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { useMemberActions } from "#lib/client/open-trip/members.ts";
import { NameLine } from "./name-line.tsx";

/** A field that adds placeholders; it stays open for the next one. */
export function AddPlaceholder() {
  const t = useTranslations("trip-share.placeholders");
  const members = useMemberActions();
  const [open, setOpen] = useState(false);
  const [added, setAdded] = useState(0);

  function add(name: string) {
    void members.addPlaceholder(name).catch(() => {});
    setAdded((count) => count + 1);
  }

  if (!open) {
    return (
      <Button tone="plain" icon={UserPlus} className="mt-1 -ml-2.5" onClick={() => setOpen(true)}>
        {t("add")}
      </Button>
    );
  }
  return (
    <NameLine
      key={added}
      name=""
      save={t("save")}
      hint={t("hint")}
      onSave={add}
      onCancel={() => setOpen(false)}
    />
  );
}
