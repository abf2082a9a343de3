"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Select } from "#app/_ui/select.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useMergePlaceholder } from "#lib/client/open-trip/members.ts";
import { type TripPerson, usePeople } from "../_base/people.tsx";

/** A form in the position of a member's row that selects the member who is the same person. */
export function MergePlaceholder({ person, onDone }: { person: TripPerson; onDone: () => void }) {
  const t = useTranslations("trip-share.placeholders");
  const { present, byMember } = usePeople();
  const merge = useMergePlaceholder();
  const [into, setInto] = useState("");
  // A member who has left may be the same person as the placeholder, too, but not a merged placeholder, which has no
  // account.
  const past = [...byMember.values()].filter(({ leftAt, hasAccount }) => leftAt !== null && hasAccount);
  const others = [...present, ...past].filter(({ id }) => id !== person.id);
  const options = [
    { value: "", label: t("mergeChoose"), disabled: true },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const name = byMember.get(into)?.name ?? "";

  /**
   * Merges the two members. The row is often unmounted before the answer arrives, so the result is reported in a
   * toast.
   */
  async function save(): Promise<void> {
    await merge.mutateAsync({ memberId: person.id, into });
    toast(t("merged", { name: person.name, into: name }));
    onDone();
  }
  const failed = () => toast(t("mergeFailed"), { problem: true });

  return (
    <li className="grid gap-2 py-2">
      <Select
        label={t("mergeLabel", { name: person.name })}
        hint={into === "" ? undefined : t("mergeHint", { name: person.name, into: name })}
        value={into}
        options={options}
        onChange={(event) => setInto(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" tone="plain" onClick={onDone}>
          {t("cancel")}
        </Button>
        <Button
          size="sm"
          tone="accent"
          disabled={into === ""}
          busy={merge.isPending}
          onClick={() => void save().catch(failed)}
        >
          {t("mergeSave")}
        </Button>
      </div>
    </li>
  );
}
