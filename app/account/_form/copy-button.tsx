"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import type { ButtonSize } from "#app/_ui/button-class.ts";
import { toast } from "#app/_ui/toast.ts";

/** Copies a text to the clipboard and confirms it in the button. */
export function CopyButton({ text, size = "md" }: { text: string; size?: ButtonSize }) {
  const t = useTranslations("account");
  const [copied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // If the browser gives no permission, or the context is not secure, the user can still select the text.
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
