"use client";

import { Plus } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { isComposing } from "#app/_ui/composing.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { announce } from "../_base/announcer.tsx";
import { restoreDraftText, type DraftTextTarget, useDraftText } from "../_base/text/draft-text.ts";
import { useWrites } from "../_base/writes.tsx";
import { addFieldClass } from "./quick-add-item.tsx";
import { readLink } from "./web-address.ts";

/** The maximum length of the typed text, which is enough for an address and a title. */
const LIMIT = 2200;

/**
 * A field for an address, with or without a title beside it; Enter adds the link and empties the field for the next
 * one.
 */
export function QuickAddLink() {
  const t = useTranslations("trip-lists");
  const writes = useWrites();
  const tripId = useTrip((trip) => trip.id);
  const place: DraftTextTarget = { key: `link ${tripId}`, tripId, of: tripId, need: "edit" };
  const [text, setText] = useDraftText(place);
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();

  function add() {
    if (text.trim() === "") return;
    const link = readLink(text);
    setWrong(link === null);
    if (!link) return;
    setText("");
    announce(t("added", { count: 1, text: link.title }));
    // A refusal is reported separately, and the text returns to the field.
    writes.addLink(link).catch(() => restoreDraftText(place, text));
    requestAnimationFrame(() => input.current?.scrollIntoView({ block: "nearest" }));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      add();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      setText("");
      setWrong(false);
      input.current?.blur();
    }
  }

  return (
    <div className="grid min-h-10 grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 pr-2 pl-3 phone:min-h-12">
      <Icon of={Plus} className="ml-1 text-text-3" />
      <input
        ref={input}
        data-own-escape
        type="text"
        inputMode="url"
        value={text}
        maxLength={LIMIT}
        aria-label={t("addLink")}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? errorId : undefined}
        placeholder={t("linkHint")}
        enterKeyHint="done"
        autoComplete="off"
        autoCapitalize="off"
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
        onKeyDown={onKeyDown}
        className={`${addFieldClass} -ml-2`}
      />
      {isWrong ? (
        <p id={errorId} role="alert" className="col-start-2 pb-2 text-sm text-danger">
          {t("noAddress")}
        </p>
      ) : null}
    </div>
  );
}
