"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type HTMLAttributes, type KeyboardEvent, type RefObject, useId, useState } from "react";
import { flushSync } from "react-dom";
import { Avatar } from "#app/_ui/avatar.tsx";
import { type TripPerson, usePeople } from "../_base/people.tsx";
import { typedMention } from "./comment-parts.ts";
import { nameToMention } from "./mentioned.ts";

type Typing = {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
};

/** Offers members while the user types a name after an @. */
export function useMention({ field, text, setText }: Typing) {
  const id = useId();
  const { present, me } = usePeople();
  const [query, setQuery] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const found = query === null ? [] : matching(present, me, query);
  const active = Math.min(at, Math.max(0, found.length - 1));
  const open = found.length > 0;

  function pick(person: TripPerson) {
    const caret = field.current?.selectionStart ?? text.length;
    const start = caret - (query ?? "").length;
    const name = `${nameToMention(person, present)} `;
    // The update is synchronous, so that the next typed character comes after the name.
    flushSync(() => {
      setText(text.slice(0, start) + name + text.slice(caret));
      setQuery(null);
    });
    field.current?.setSelectionRange(start + name.length, start + name.length);
  }

  /** Returns whether the list has handled the key. */
  function onKeyDown(event: KeyboardEvent): boolean {
    const person = found[active];
    if (!open || !person) return false;
    if (event.key === "ArrowDown") setAt((active + 1) % found.length);
    else if (event.key === "ArrowUp") setAt((active - 1 + found.length) % found.length);
    else if (event.key === "Enter" || event.key === "Tab") pick(person);
    else if (event.key === "Escape") setQuery(null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return {
    open,
    onKeyDown,
    read(input: HTMLTextAreaElement) {
      setQuery(typedMention(input.value, input.selectionStart));
      setAt(0);
    },
    aria: open
      ? {
          "aria-controls": id,
          "aria-activedescendant": `${id}-${active}`,
          "aria-autocomplete": "list" as const,
        }
      : {},
    offer: {
      people: found,
      list: { role: "listbox" as const, id },
      option: (person: TripPerson, index: number) => ({
        role: "option" as const,
        id: `${id}-${index}`,
        "aria-selected": index === active,
        // Prevents that the press takes the focus from the field and closes a phone's keyboard.
        onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
        onClick: () => pick(person),
      }),
    },
  };
}

function matching(people: readonly TripPerson[], me: TripPerson | null, query: string): TripPerson[] {
  const wanted = query.toLocaleLowerCase();
  const starts = (name: string) =>
    name
      .toLocaleLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted));
  return people.filter((person) => person !== me && starts(person.name)).slice(0, 6);
}

type MentionListProps = {
  people: readonly TripPerson[];
  list: { role: "listbox"; id: string };
  option: (person: TripPerson, index: number) => HTMLAttributes<HTMLLIElement>;
};

export function MentionList({ people, list, option }: MentionListProps) {
  const t = useTranslations("trip-details");
  return (
    <ul
      {...list}
      aria-label={t("members")}
      className="absolute right-0 bottom-full left-0 z-(--z-drag) mb-1 rounded-md bg-raised p-1 text-text shadow-2 [--ground:var(--color-raised)]"
    >
      {people.map((person, index) => (
        <li
          key={person.id}
          {...option(person, index)}
          className="flex h-8 items-center gap-2 rounded-sm px-2 text-sm aria-selected:bg-press touch:h-11"
        >
          <Avatar person={person} size={20} alt="" />
          <span className="truncate">{person.name}</span>
        </li>
      ))}
    </ul>
  );
}
