"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type KeyboardEvent, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { isComposing } from "#app/_ui/composing.ts";
import { cleanText } from "../_base/text/typed-text.ts";
import { useFocusOnMount } from "../_base/use-focus-on-mount.ts";
import { addFieldClass } from "./quick-add-item.tsx";

const LIMIT = 60;

/** A field for a new heading; the next item is added under it. */
export function NewHeading({ onAdd }: { onAdd: (heading: string) => void }) {
  const t = useTranslations("trip-lists");
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-3 px-3">
      {open ? (
        <HeadingField
          onDone={(heading) => {
            setOpen(false);
            if (heading !== "") onAdd(heading);
          }}
        />
      ) : (
        <Button
          tone="plain"
          size="sm"
          icon={Plus}
          className="-ml-2.5 text-text-2"
          onClick={() => setOpen(true)}
        >
          {t("addHeading")}
        </Button>
      )}
    </div>
  );
}

function HeadingField({ onDone }: { onDone: (heading: string) => void }) {
  const t = useTranslations("trip-lists");
  const [text, setText] = useState("");
  const input = useFocusOnMount<HTMLInputElement>();
  const done = () => onDone(cleanText(text, { oneLine: true }));
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      done();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onDone("");
    }
  }
  return (
    <input
      ref={input}
      data-own-escape
      value={text}
      maxLength={LIMIT}
      aria-label={t("addHeading")}
      placeholder={t("headingHint")}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={done}
      className={addFieldClass}
    />
  );
}
