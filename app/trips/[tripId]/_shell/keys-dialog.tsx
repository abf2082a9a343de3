"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "#app/_ui/dialog.tsx";
import { useView } from "./view.tsx";

const KEYS = [
  { keys: ["j", "k"], does: "step" },
  { keys: ["↵"], does: "open" },
  { keys: ["Esc"], does: "close" },
  { keys: ["n"], does: "add" },
  { keys: ["i"], does: "idea" },
  { keys: ["Space", "↑", "↓"], does: "move" },
  { keys: ["Space", "←", "→"], does: "moveDay" },
  { keys: ["u"], does: "undo" },
  { keys: ["?"], does: "help" },
] as const;

export default function KeysDialog() {
  const t = useTranslations("trip");
  const view = useView();
  return (
    <Dialog
      open
      width="sm"
      title={t("keys.title")}
      closeLabel={t("close")}
      onOpenChange={(open) => {
        if (!open) view.set({ dialog: null });
      }}
    >
      <dl>
        {KEYS.map(({ keys, does }) => (
          <div key={does} className="flex min-h-9 items-center justify-between gap-4">
            <dt>{t(`keys.${does}`)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-xs bg-press px-1.5 font-sans text-xs font-medium text-text-2"
                >
                  {key === "Space" ? t("keys.space") : key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
