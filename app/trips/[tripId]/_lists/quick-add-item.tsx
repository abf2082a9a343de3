"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import { isComposing } from "#app/_ui/composing.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { ItemList } from "#lib/shared/items.ts";
import { announce } from "../_base/announcer.tsx";
import { restoreDraftText, type DraftTextTarget, useDraftText } from "../_base/text/draft-text.ts";
import { cleanText } from "../_base/text/typed-text.ts";
import { useFocusOnMount } from "../_base/use-focus-on-mount.ts";
import { useWrites } from "../_base/writes.tsx";

const LIMIT = 300;
/** The maximum number of items of one write. */
const MOST = 100;

function short(text: string): string {
  return Array.from(text).slice(0, LIMIT).join("");
}

export const addFieldClass =
  "h-8 w-full min-w-0 rounded-sm bg-transparent px-2 text-md outline-none placeholder:text-text-3 hover:bg-hover focus-visible:bg-surface focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] touch:h-11 phone:text-lg";

type QuickAddItemProps = {
  list: ItemList;
  section: string | null;
  isPrivate: boolean;
  /** Whether the field was opened by the user and takes the focus. */
  focused?: boolean;
  /** Is called when the empty field is left. */
  onLeave?: () => void;
};

/** A field for new items: Enter adds one and waits for the next; several pasted lines become several items. */
export function QuickAddItem({ list, section, isPrivate, focused = false, onLeave }: QuickAddItemProps) {
  const t = useTranslations("trip-lists");
  const writes = useWrites();
  const tripId = useTrip((trip) => trip.id);
  const key = `item ${tripId} ${list} ${isPrivate} ${section ?? ""}`;
  const place: DraftTextTarget = { key, tripId, of: tripId, need: isPrivate ? "join" : "edit" };
  const [text, setText] = useDraftText(place);
  const own = useRef<HTMLInputElement>(null);
  const asked = useFocusOnMount<HTMLInputElement>();
  const input = focused ? asked : own;

  function add(lines: readonly string[]) {
    const texts = lines.map((line) => cleanText(line, { oneLine: true })).filter((line) => line !== "");
    if (texts.length === 0) return;
    setText("");
    announce(t("added", { count: texts.length, text: texts[0] ?? "" }));
    for (let at = 0; at < texts.length; at += MOST) {
      const some = texts.slice(at, at + MOST);
      const items = some.map((line) => ({ list, section, isPrivate, text: short(line) }));
      // A refusal is reported separately, and the text returns to the field.
      writes.addItems(items).catch(() => restoreDraftText(place, some.join(", ")));
    }
    requestAnimationFrame(() => input.current?.scrollIntoView({ block: "nearest" }));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      add([text]);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      setText("");
      input.current?.blur();
    }
  }

  function onPaste(event: ClipboardEvent) {
    const lines = event.clipboardData.getData("text").split(/\r?\n/);
    if (lines.filter((line) => line.trim() !== "").length < 2) return;
    event.preventDefault();
    add(lines.map((line) => line.replace(/^\s*(?:[-*•☐✓]|\[[ x]?\])\s+/, "")));
  }

  const label = section === null ? t(isPrivate ? "addOwn" : "addItem") : t("addUnder", { section });
  return (
    <div className="grid min-h-10 grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 pr-2 pl-3 phone:min-h-12">
      <span aria-hidden className="m-0.5 size-5 rounded-xs border-[1.5px] border-dashed border-line-strong" />
      <input
        ref={input}
        data-own-escape
        value={text}
        maxLength={LIMIT}
        aria-label={label}
        placeholder={t(list === "packing" ? "packingHint" : "todoHint")}
        enterKeyHint="done"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          if (text.trim() === "") onLeave?.();
        }}
        className={`${addFieldClass} -ml-2`}
      />
    </div>
  );
}
