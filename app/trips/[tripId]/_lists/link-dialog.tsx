"use client";

import { type FormEvent, useId, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { TextArea } from "#app/_ui/text-area.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { LinkDto, LinkPatch } from "#lib/shared/resources/link.ts";
import { cleanText } from "../_base/text/typed-text.ts";
import { useLostText } from "../_base/text/use-lost-text.ts";
import { useWrites } from "../_base/writes.tsx";
import { readLink } from "./web-address.ts";

type LinkForm = { title: string; url: string; notes: string };

function formOf({ title, url, notes }: LinkDto): LinkForm {
  return { title, url, notes: notes ?? "" };
}

/** Returns only the fields that the user changed, so that other members' changes to other fields survive. */
function patchOf(before: LinkForm, after: LinkForm): LinkPatch {
  const patch: LinkPatch = {};
  const title = cleanText(after.title, { oneLine: true });
  const notes = cleanText(after.notes, { oneLine: false });
  if (title !== before.title && title !== "") patch.title = title;
  if (after.url.trim() !== before.url) patch.url = readLink(after.url)?.url ?? before.url;
  if (notes !== before.notes) patch.notes = notes || null;
  return patch;
}

/** The dialog of one link: its present state, or its last one if it was deleted. */
export default function LinkDialog({ link, onClose }: { link: LinkDto; onClose: () => void }) {
  const t = useTranslations("trip-lists");
  const writes = useWrites();
  const actions = useTripActions();
  const lost = useLostText();
  const formId = useId();
  // The form when it was opened, and the seq of the trip at that time. A field that another member has changed since
  // is a conflict if this user changed it, too; otherwise the other member's value remains.
  const [start] = useState(() => ({ form: formOf(link), baseSeq: actions.baseSeq() }));
  const [form, setForm] = useState(start.form);
  const change = (patch: Partial<LinkForm>) => setForm((now) => ({ ...now, ...patch }));
  const hasAddress = readLink(form.url) !== null;

  function save(event: FormEvent) {
    event.preventDefault();
    if (!hasAddress || form.title.trim() === "") return;
    const patch = patchOf(start.form, form);
    onClose();
    if (Object.keys(patch).length === 0) return;
    const barrier = lost.barrier(link.id, "edit");
    if (barrier !== null) return lost.tell(barrier, `${form.title} ${form.url}`);
    writes.updateLink(link.id, patch, { baseSeq: start.baseSeq }).catch(() => {});
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("editLink")}
      closeLabel={t("close")}
      width="sm"
      stays={Object.keys(patchOf(start.form, form)).length > 0}
      footer={
        <>
          <Button tone="plain" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            tone="primary"
            type="submit"
            form={formId}
            disabled={form.title.trim() === "" || !hasAddress}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} className="space-y-4">
        <TextField
          label={t("linkTitle")}
          value={form.title}
          maxLength={200}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextField
          label={t("linkUrl")}
          value={form.url}
          maxLength={2000}
          inputMode="url"
          error={hasAddress ? undefined : t("noAddress")}
          onChange={(event) => change({ url: event.target.value })}
        />
        <TextArea
          label={t("linkNotes")}
          value={form.notes}
          maxLength={2000}
          onChange={(event) => change({ notes: event.target.value })}
        />
      </form>
    </Dialog>
  );
}
