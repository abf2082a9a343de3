"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { DateField } from "#app/_ui/date-field.tsx";
import { Combobox } from "#app/_ui/combobox.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Select } from "#app/_ui/select.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { ItemDto, ItemPatch } from "#lib/shared/items.ts";
import { usePeople } from "../_base/people.tsx";
import { cleanText } from "../_base/text/typed-text.ts";
import { useLostText } from "../_base/text/use-lost-text.ts";
import { useWrites } from "../_base/writes.tsx";
import { sectionsOf } from "./list-groups.ts";

type ItemForm = { text: string; section: string; assigneeId: string; dueDate: string };

function formOf({ text, section, assigneeId, dueDate }: ItemDto): ItemForm {
  return { text, section: section ?? "", assigneeId: assigneeId ?? "", dueDate: dueDate ?? "" };
}

/** Returns only the fields that the user changed, so that other members' changes to other fields survive. */
function patchOf(before: ItemForm, after: ItemForm): ItemPatch {
  const patch: ItemPatch = {};
  const text = cleanText(after.text, { oneLine: true });
  const section = cleanText(after.section, { oneLine: true });
  if (text !== before.text && text !== "") patch.text = text;
  if (section !== before.section) patch.section = section || null;
  if (after.assigneeId !== before.assigneeId) patch.assigneeId = after.assigneeId || null;
  if (after.dueDate !== before.dueDate) patch.dueDate = after.dueDate || null;
  return patch;
}

function begins(section: string, typed: string): boolean {
  return section.toLocaleLowerCase().startsWith(typed.trim().toLocaleLowerCase());
}

/** The dialog of one item: its present state, or its last one if it was deleted. */
export default function ItemDialog({ item, onClose }: { item: ItemDto; onClose: () => void }) {
  const t = useTranslations("trip-lists");
  const writes = useWrites();
  const actions = useTripActions();
  const lost = useLostText();
  const formId = useId();
  const { present, byMember } = usePeople();
  const sections = sectionsOf(
    useTrip((trip) => trip.items),
    item.list,
  );
  // The form when it was opened, and the seq of the trip at that time. A field that another member has changed since
  // is a conflict if this user changed it, too; otherwise the other member's value remains.
  const [start] = useState(() => ({ form: formOf(item), baseSeq: actions.baseSeq() }));
  const [form, setForm] = useState(start.form);
  const change = (patch: Partial<ItemForm>) => setForm((now) => ({ ...now, ...patch }));
  const left = item.assigneeId !== null && !present.some(({ id }) => id === item.assigneeId);
  const gone = left ? byMember.get(item.assigneeId ?? "") : undefined;

  function save(event: FormEvent) {
    event.preventDefault();
    const patch = patchOf(start.form, form);
    onClose();
    if (Object.keys(patch).length === 0) return;
    const barrier = lost.barrier(item.id, item.ownerId === null ? "edit" : "join");
    if (barrier !== null) return lost.tell(barrier, cleanText(form.text, { oneLine: true }));
    writes.updateItem(item.id, patch, { baseSeq: start.baseSeq }).catch(() => {});
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("editTitle")}
      closeLabel={t("close")}
      width="sm"
      stays={Object.keys(patchOf(start.form, form)).length > 0}
      footer={
        <>
          <Button tone="plain" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button tone="primary" type="submit" form={formId} disabled={form.text.trim() === ""}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} className="space-y-4">
        <TextField
          label={t("text")}
          value={form.text}
          maxLength={300}
          onChange={(event) => change({ text: event.target.value })}
        />
        <Combobox
          label={t("heading")}
          listLabel={t("heading")}
          query={form.section}
          onQueryChange={(section) => change({ section: section.slice(0, 60) })}
          placeholder={t("noHeading")}
          options={sections.filter((section) => section !== form.section && begins(section, form.section))}
          optionKey={(section) => section}
          renderOption={(section) => section}
          onPick={(section) => change({ section })}
        />
        <div className="grid grid-cols-2 gap-3">
          {item.ownerId === null ? (
            <Select
              label={t("assignee")}
              value={form.assigneeId}
              onChange={(event) => change({ assigneeId: event.target.value })}
              options={[
                { value: "", label: t("nobody") },
                ...(gone ? [{ value: gone.id, label: gone.name }] : []),
                ...present.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          ) : null}
          <DateField label={t("dueDate")} value={form.dueDate} onChange={(dueDate) => change({ dueDate })} />
        </div>
      </form>
    </Dialog>
  );
}
