"use client";

import { useId, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextArea } from "#app/_ui/text-area.tsx";
import { ApiError, ConnectionError } from "#lib/client/base/api.ts";
import { MAX_PASTED_CHARACTERS } from "#lib/shared/pasted-limits.ts";

type PasteTroubleProps = { error: unknown; text: string; onAgain: (text: string) => void };

/** Says why the text could not be looked up; the user can change the text or try again. */
export function PasteTrouble({ error, text: given, onAgain }: PasteTroubleProps) {
  const t = useTranslations("paste");
  const say = useTroubleWords();
  const id = useId();
  const [text, setText] = useState(given);
  return (
    <div className="mt-3">
      <InlineAlert tone="danger" live>
        {say(error, text)}
      </InlineAlert>
      <TextArea
        id={id}
        className="mt-2"
        label={t("text")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button className="mt-2" disabled={text.trim() === ""} onClick={() => onAgain(text)}>
        {t("again")}
      </Button>
    </div>
  );
}

function useTroubleWords(): (error: unknown, text: string) => string {
  const t = useTranslations("paste");
  const tErrors = useTranslations("errors");
  return (error, text) => {
    if (error instanceof ConnectionError) return t("offline");
    if (!(error instanceof ApiError)) return tErrors("unknown");
    const { code, details } = error.body;
    if (code === "RATE_LIMITED") {
      const seconds = Number(details?.["retryAfter"]);
      return seconds > 0 ? tErrors("rateLimited", { seconds }) : tErrors("rateLimitedSoon");
    }
    if (text.length > MAX_PASTED_CHARACTERS || code === "TOO_LARGE")
      return t("long", { max: MAX_PASTED_CHARACTERS, count: text.length });
    if (code === "ARCHIVED" || code === "FORBIDDEN" || code === "NOT_FOUND") return t("readOnly");
    return tErrors("unknown");
  };
}
