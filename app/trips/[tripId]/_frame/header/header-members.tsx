"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { toneClass } from "#app/_ui/person-tone.ts";
import { cx } from "#app/_ui/cx.ts";
import { type TripPerson, useOnlineUserIds, usePeople } from "../../_base/people.tsx";
import { useView } from "../../_base/view.tsx";

const MOST = 7;

/** The members of the trip; those who have it open come first and have a ring. A press opens the list of members. */
export function HeaderMembers() {
  const t = useTranslations("trip");
  const view = useView();
  const { present, me } = usePeople();
  const here = useOnlineUserIds();
  const isHere = (person: TripPerson) => person === me || (person.userId !== null && here.has(person.userId));
  const sorted = present.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)));
  // If only one avatar would be left out, it is shown instead of "+1".
  const shown = sorted.length <= MOST + 1 ? sorted : sorted.slice(0, MOST);
  const count = present.filter(isHere).length;
  return (
    <button
      type="button"
      onClick={() => view.set({ dialog: "share" })}
      className="flex shrink-0 items-center gap-2.5 rounded-full p-1 phone:hidden"
    >
      <span className="sr-only">{t("membersHere", { total: present.length, here: count })}</span>
      {shown.map((person) => (
        <span key={person.id} title={person.name} className={cx("flex", person !== me && "max-lg:hidden")}>
          <Avatar person={{ ...person, here: isHere(person) }} size={28} alt="" />
        </span>
      ))}
      {sorted.length > shown.length ? (
        <span
          aria-hidden
          className={cx(
            "grid h-7 min-w-7 place-items-center rounded-full px-1.5 text-xs font-medium max-lg:hidden",
            toneClass(7),
          )}
        >
          +{sorted.length - shown.length}
        </span>
      ) : null}
    </button>
  );
}
