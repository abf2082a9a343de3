"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type KeyboardEvent, useRef } from "react";
import { isComposing } from "#app/_ui/composing.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { CommentTarget } from "#lib/shared/comments.ts";
import { usePeople } from "../_base/people.tsx";
import { restoreDraftText, type DraftTextTarget, useDraftText } from "../_base/text/draft-text.ts";
import { cleanText } from "../_base/text/typed-text.ts";
import { MentionList, useMention } from "./mention-list.tsx";
import { mentionedIn } from "./mentioned.ts";

const LIMIT = 5000;

/**
 * The field for a new comment: Enter sends, Shift+Enter starts a new line, @ offers the members. An unsent text is
 * stored for its target.
 */
export function Composer({ target }: { target: CommentTarget }) {
  const t = useTranslations("trip-details");
  const actions = useTripActions();
  const { present } = usePeople();
  const tripId = useTrip((trip) => trip.id);
  const place: DraftTextTarget = { key: `comment ${target.id}`, tripId, of: target.id, need: "join" };
  const [text, setText] = useDraftText(place);
  const field = useRef<HTMLTextAreaElement>(null);
  const mention = useMention({ field, text, setText });
  const body = cleanText(text, { oneLine: false });

  function send() {
    if (body === "") return;
    setText("");
    const mentions = mentionedIn(body, present);
    actions.addComment(target, body, { mentions }).catch(() => restoreDraftText(place, body));
    requestAnimationFrame(() => {
      const thread = field.current?.closest("[data-sheet]")?.querySelector("[data-thread-end]");
      thread?.scrollIntoView({ block: "nearest" });
    });
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent) || mention.onKeyDown(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      event.currentTarget.blur();
    }
  }

  return (
    <div className="relative flex min-h-10 items-end gap-1 rounded-md bg-sunken p-1 pl-3 focus-within:shadow-[inset_0_0_0_2px_var(--color-accent)] phone:min-h-12">
      {mention.open ? <MentionList {...mention.offer} /> : null}
      <textarea
        onFocus={() => actions.setPresence({ stopId: target.id, field: "comment" })}
        onBlur={() => actions.setPresence({ stopId: target.id, field: null })}
        {...mention.aria}
        ref={field}
        data-own-escape
        aria-label={t("writeComment")}
        placeholder={t("composer")}
        value={text}
        maxLength={LIMIT}
        rows={1}
        onChange={(event) => {
          setText(event.target.value);
          mention.read(event.target);
        }}
        onKeyDown={onKeyDown}
        className="max-h-40 min-w-0 flex-1 resize-none bg-transparent py-1.5 text-sm outline-none field-sizing-content focus-visible:shadow-none phone:py-2 phone:text-lg"
      />
      <IconButton
        label={t("send")}
        icon={ArrowUp}
        disabled={body === ""}
        onClick={send}
        className="touch:size-10"
      />
    </div>
  );
}
