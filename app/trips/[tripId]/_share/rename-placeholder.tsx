"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useMemberActions } from "#lib/client/open-trip/members.ts";
import type { TripPerson } from "../_base/people.tsx";
import { NameLine } from "./name-line.tsx";

/** A form in the position of the placeholder's row that changes its name. */
export function RenamePlaceholder({ person, onDone }: { person: TripPerson; onDone: () => void }) {
  const t = useTranslations("trip-share.placeholders");
  const members = useMemberActions();

  function rename(name: string) {
    if (name !== person.name) void members.renamePlaceholder(person.id, name).catch(() => {});
    onDone();
  }

  return (
    <li>
      <NameLine name={person.name} save={t("renameSave")} onSave={rename} onCancel={onDone} />
    </li>
  );
}
