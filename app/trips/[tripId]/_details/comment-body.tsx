"use client";

import { Fragment } from "react";
import { shortName, usePeople } from "../_shell/people.tsx";
import { splitComment } from "./comment-parts.ts";

/** The words, with members' names after an @ and web addresses made out. */
export function CommentBody({ body }: { body: string }) {
  const { byMember } = usePeople();
  const names = [...byMember.values()].flatMap(({ name }) => [name, shortName(name)]);
  return (
    <p className="text-sm break-words whitespace-pre-line phone:text-md">
      {splitComment(body, names).map((part) => {
        if (part.kind === "mention") {
          return (
            <span key={part.at} className="font-medium text-accent-text">
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
