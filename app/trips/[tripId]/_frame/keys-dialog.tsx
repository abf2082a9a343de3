"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Dialog } from "#app/_ui/dialog.tsx";
import { paletteKeys, undoKeys } from "#app/_palette/use-palette-key.ts";
import { useAgentAvailability } from "../_base/agent/agent-availability.tsx";
import { hasSingleKeyShortcuts, setSingleKeyShortcuts } from "./single-key-shortcuts.ts";
import { useView } from "../_base/view.tsx";

const KEYS = [
  { keys: paletteKeys(), does: "palette" },
  { keys: ["j", "k"], does: "step" },
  { keys: ["↵"], does: "open" },
  { keys: ["Esc"], does: "close" },
  { keys: ["n"], does: "add" },
  { keys: ["i"], does: "idea" },
  { keys: ["⇧", "F10"], does: "mapAdd" },
  { keys: ["e"], does: "expense" },
  { keys: ["Space", "↑", "↓"], does: "move" },
  { keys: ["Space", "←", "→"], does: "moveDay" },
  { keys: ["u"], does: "undo" },
  { keys: undoKeys(), does: "undo" },
  { keys: ["m"], does: "mine" },
  { keys: ["a"], does: "agent" },
  { keys: ["?"], does: "help" },
] as const;

const isLetter = (key: string) => /^[a-z?]$/.test(key);

export default function KeysDialog() {
  const t = useTranslations("trip");
  const view = useView();
  const agent = useAgentAvailability();
  const [letters, setLetters] = useState(() => hasSingleKeyShortcuts());

  function turn(on: boolean) {
    setLetters(on);
    setSingleKeyShortcuts(on);
  }

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
        {KEYS.filter(({ does }) => does !== "agent" || agent !== null).map(({ keys, does }) => {
          const off = !letters && keys.some(isLetter);
          return (
            <div
              key={keys.join(" ")}
              className={cx(
                "flex min-h-9 items-center justify-between gap-4",
                off && "text-text-3 line-through",
              )}
            >
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
          );
        })}
      </dl>
      <label className="relative mt-3 flex min-h-11 cursor-pointer items-center justify-between gap-4 border-t border-line pt-3">
        <span>
          {t("keys.letters")}
          <span className="block text-xs text-text-3">{t("keys.lettersHint")}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={letters}
          checked={letters}
          onChange={(event) => turn(event.target.checked)}
          className="peer sr-only"
        />
        <span
          aria-hidden
          className="relative h-6 w-10 shrink-0 rounded-full bg-control transition-colors peer-checked:bg-accent peer-focus-visible:shadow-(--ring) after:absolute after:top-0.5 after:left-0.5 after:size-5 after:rounded-full after:bg-surface after:transition-transform peer-checked:after:translate-x-4 motion-reduce:after:transition-none"
        />
      </label>
    </Dialog>
  );
}
