"use client";

import { Avatar } from "#app/_ui/avatar.tsx";
import { cx } from "#app/_ui/cx.ts";
import { shortName, type TripPerson } from "../../_base/people.tsx";

type PersonChipsProps = {
  label: string;
  people: readonly TripPerson[];
  chosen: readonly string[];
  nameOf: (person: TripPerson) => string;
  onToggle: (id: string) => void;
};

/** A group of toggle buttons, one for each person. */
export function PersonChips({ label, people, chosen, nameOf, onToggle }: PersonChipsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {people.map((person) => {
        const isIn = chosen.includes(person.id);
        return (
          <button
            key={person.id}
            type="button"
            aria-pressed={isIn}
            title={person.name}
            onClick={() => onToggle(person.id)}
            className={cx(
              "inline-flex h-9 max-w-full items-center gap-1.5 rounded-full pr-3 pl-1.5 text-sm font-medium transition-colors touch:h-11 touch:pl-2.5",
              isIn ? "bg-accent-tint text-accent-text" : "bg-sunken text-text-2",
            )}
          >
            <Avatar person={person} size={24} alt="" />
            <span className="truncate">{nameOf(person)}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Returns "you" or a person's short name; the full name if two people share the short one. */
export function nameIn(people: readonly TripPerson[], meId: string | null, you: string) {
  return (person: TripPerson): string => {
    if (person.id === meId) return you;
    const short = shortName(person.name);
    const isShared = people.some((other) => other.id !== person.id && shortName(other.name) === short);
    return isShared ? person.name : short;
  };
}
