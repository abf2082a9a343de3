"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import type { ButtonSize } from "#app/_ui/button-class.ts";
import { toast } from "#app/_ui/toast.ts";

/** Puts a text on the clipboard and says so in place. */
export function CopyButton({ text, size = "md" }: { text: string; size?: ButtonSize }) {
  const t = useTranslations("account");
  const [copied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // No permission, or no secure context: it can still be selected.
      toast(t("copyFailed"), { problem: true });
    }
  }

  return (
    <>
      <Button icon={copied ? Check : Copy} size={size} onClick={() => void copy()}>
        {t(copied ? "copied" : "copy")}
      </Button>
      <output className="sr-only">{copied ? t("copied") : ""}</output>
    </>
  );
}
