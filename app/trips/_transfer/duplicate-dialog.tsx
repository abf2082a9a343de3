"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { DateField } from "#app/_ui/date-field.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { toast } from "#app/_ui/toast.ts";
import { ConnectionError } from "#lib/client/base/api.ts";
import { useDuplicateTrip } from "#lib/client/trips/trips.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

type DuplicateDialogProps = {
  trip: Pick<TripSummary, "id" | "title" | "startDate">;
  onClose: () => void;
};

const FORM_ID = "duplicate-trip";
const TITLE_LENGTH = 120;

/** The dialog that creates a trip of the user from the plan of another one, with its own name and first day. */
export default function DuplicateDialog({ trip, onClose }: DuplicateDialogProps) {
  const t = useTranslations("trip-files");
  const { name, ...form } = useDuplicateForm(trip, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("duplicateTitle")}
      description={t("duplicateText")}
      closeLabel={t("close")}
      width="sm"
      stays={form.isChanged}
      footer={
        <>
          <Button tone="plain" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={FORM_ID} tone="primary" busy={form.busy}>
            {t("duplicate")}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate className="grid gap-4" onSubmit={form.submit}>
        <TextField
          ref={name}
          label={t("duplicateName")}
          autoComplete="off"
          value={form.title}
          onChange={(event) => form.setTitle(event.target.value)}
          error={form.titleError}
        />
        {trip.startDate === null ? null : (
          <DateField
            label={t("duplicateStart")}
            hint={t("duplicateStartHint")}
            value={form.start}
            onChange={form.setStart}
            error={form.startError}
          />
        )}
        {form.problem ? (
          <InlineAlert tone="danger" live>
            {form.problem}
          </InlineAlert>
        ) : null}
      </form>
    </Dialog>
  );
}

function useDuplicateForm(
  { id, title: source, startDate }: DuplicateDialogProps["trip"],
  onClose: () => void,
) {
  const t = useTranslations("trip-files");
  const tErrors = useTranslations("errors");
  const router = useRouter();
  const duplicate = useDuplicateTrip(id);
  const name = useRef<HTMLInputElement>(null);
  const [proposed] = useState(() => cut(t("copyOf", { title: source }), source));
  const [title, setTitle] = useState(proposed);
  const [start, setStart] = useState(startDate ?? "");
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const text = title.trim();
  const titleProblem =
    text === "" ? "nameNeeded" : Array.from(text).length > TITLE_LENGTH ? "nameLong" : null;
  const startProblem = startDate !== null && start === "" ? "dateNeeded" : null;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (titleProblem) name.current?.focus();
    if (titleProblem || startProblem || busy) return;
    // When the dialog was closed before the answer arrived, the user gets a message and stays on the present page.
    const form = event.currentTarget;
    const copy = { title: text, ...(startDate !== null && start !== startDate && { startDate: start }) };
    setBusy(true);
    setProblem(null);
    try {
      const made = await duplicate(copy);
      const words = t("duplicated", { title: made.title });
      const show = () => router.push(`/trips/${made.id}`);
      if (!form.isConnected) return toast(words, { action: { label: t("open"), run: show } });
      toast(words);
      onClose();
      show();
    } catch (error) {
      const reason = error instanceof ConnectionError ? tErrors("offline") : t("duplicateFailed");
      if (!form.isConnected) return toast(reason, { problem: true });
      setProblem(reason);
      setBusy(false);
    }
  }

  return {
    name,
    isChanged: title !== proposed || start !== (startDate ?? ""),
    title,
    setTitle,
    start,
    setStart,
    busy,
    problem,
    titleError: checked && titleProblem ? t(titleProblem) : undefined,
    startError: checked && startProblem ? t(startProblem) : undefined,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
}

/** Returns the original name when the new one would be too long. */
function cut(name: string, source: string): string {
  return Array.from(name).length > TITLE_LENGTH ? source : name;
}
