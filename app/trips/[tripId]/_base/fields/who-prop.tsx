"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { AvatarStack } from "#app/_ui/avatar.tsx";
import { Menu, MenuCheck, MenuSeparator } from "#app/_ui/menu.tsx";
import { useStopWords } from "./use-stop-words.ts";
import { usePeople } from "../people.tsx";
import { PropRow } from "./prop-row.tsx";
import type { RowField } from "../../_model/row-field.ts";

type WhoPropProps = {
  /** The ids of the participating members; null means everyone. */
  participants: string[] | null;
  field: RowField<{ participants: string[] | null }>;
  readOnly: boolean;
};

/** The field for the participants: everyone, or selected members. */
export function ParticipantsProp({ participants: chosen, field: { save }, readOnly }: WhoPropProps) {
  const t = useTranslations("trip-details");
  const words = useStopWords();
  const { present, byMember } = usePeople();
  const who = chosen === null ? present : chosen.flatMap((id) => byMember.get(id) ?? []);
  const label = chosen === null ? t("everyone") : words.participants(chosen);
  const shown = (
    <span className="flex min-w-0 items-center gap-2">
      {who.length > 0 ? (
        <span aria-hidden className="flex">
          <AvatarStack people={who} max={7} size={20} label={label} />
        </span>
      ) : null}
      <span className="truncate text-text-2">{label}</span>
    </span>
  );
  if (readOnly) return <PropRow label={t("who")}>{shown}</PropRow>;

  function toggle(memberId: string, joins: boolean) {
    const before = chosen ?? present.map(({ id }) => id);
    const next = joins ? [...before, memberId] : before.filter((id) => id !== memberId);
    const all = present.every(({ id }) => next.includes(id));
    save({ participants: all ? null : next });
  }

  return (
    <PropRow label={t("who")}>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="-mx-1.5 flex h-7 min-w-0 flex-1 items-center rounded-xs px-1.5 touch:h-11"
          >
            <span className="sr-only">{t("who")} </span>
            {shown}
          </button>
        }
      >
        <MenuCheck
          checked={chosen === null}
          onCheckedChange={(all) => save({ participants: all ? null : [] })}
        >
          {t("everyone")}
        </MenuCheck>
        <MenuSeparator />
        {present.map((person) => (
          <MenuCheck
            key={person.id}
            checked={chosen === null || chosen.includes(person.id)}
            onCheckedChange={(joins) => toggle(person.id, joins)}
          >
            {person.name}
          </MenuCheck>
        ))}
      </Menu>
    </PropRow>
  );
}
