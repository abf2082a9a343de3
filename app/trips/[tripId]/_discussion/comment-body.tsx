"use client";

import { Fragment } from "react";
import { cx } from "#app/_ui/cx.ts";
import { usePeople } from "../_base/people.tsx";
import { splitComment } from "./comment-parts.ts";
import { idsOfMention, mentionNamesOf } from "./mentioned.ts";

/**
 * Renders a comment's text; mentions of members and web addresses are highlighted, mentions of the reader more
 * strongly.
 */
export function CommentBody({ body }: { body: string }) {
  const { byMember, me } = usePeople();
  const people = [...byMember.values()];
  return (
    <p className="text-sm break-words whitespace-pre-line phone:text-md">
      {splitComment(body, mentionNamesOf(people)).map((part) => {
        if (part.kind === "mention") {
          const isMe = me !== null && idsOfMention(part.text, people).includes(me.id);
          return (
            <span
              key={part.at}
              data-mention={isMe ? "me" : ""}
              className={cx(
                "text-accent-text",
                isMe ? "rounded-xs bg-accent-tint px-0.5 font-semibold" : "font-medium",
              )}
            >
              {part.text}
            </span>
          );
        }
        if (part.kind === "link") {
          return (
            <a
              key={part.at}
              href={part.text}
              target="_blank"
              rel="noreferrer"
              className="rounded-xs text-accent-text underline decoration-1 underline-offset-2"
            >
              {part.text.replace(/^https?:\/\/(www\.)?/, "")}
            </a>
          );
        }
        return <Fragment key={part.at}>{part.text}</Fragment>;
      })}
    </p>
  );
}
