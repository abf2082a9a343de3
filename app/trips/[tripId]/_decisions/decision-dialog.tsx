"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type SubmitEvent, useId, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { DateField } from "#app/_ui/date-field.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Select } from "#app/_ui/select.tsx";
import { TextArea } from "#app/_ui/text-area.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import type { WriteAnswer } from "#lib/client/writes/notices.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { RestoredInputNotice } from "../_base/forms/back-line.tsx";
import { usePlan } from "../_base/plan-data.tsx";
import { parseTypedTime } from "#lib/shared/typed-time.ts";
import { useFocusOnMount } from "../_base/use-focus-on-mount.ts";
import { useView } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { CandidatesField } from "./candidates-field.tsx";
import { type DraftProblem, useDecisionForm } from "./use-decision-form.ts";
import { useDecisionWords } from "./use-decision-words.ts";

const NONE: readonly string[] = [];

type DecisionDialogProps = {
  /** The id of the edited decision; null for a new one. */
  decisionId: string | null;
  /** The ids of the stops that a new decision starts with. */
  candidates?: readonly string[];
};

/** The dialog that creates or changes a decision. */
export default function DecisionDialog({ decisionId, candidates = NONE }: DecisionDialogProps) {
  const decision = useTrip((trip) => trip.decisions.find(({ id }) => id === decisionId) ?? null);
  // If another member deletes the decision while the dialog is open, the input stays, and saving creates a new
  // decision.
  return (
    <DecisionForm key={decisionId} decisionId={decisionId} decision={decision} candidates={candidates} />
  );
}

type DecisionFormProps = Required<DecisionDialogProps> & { decision: DecisionDto | null };

function DecisionForm({ decision, decisionId, candidates }: DecisionFormProps) {
  const t = useTranslations("trip-decisions");
  const view = useView();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const formId = useId();
  const { zone } = useFormats();
  const form = useDecisionForm({ decision, decisionId, candidates, zone });
  const [tried, setTried] = useState(false);
  const question = useFocusOnMount<HTMLInputElement>();
  const { draft, change, stops, problems, kept } = form;
  const close = () => view.set({ dialog: null });
  const shown = (...kinds: DraftProblem[]) => {
    const kind = kinds.find((each) => problems.has(each));
    if (!kind || !(tried || kind === "titleLong" || kind === "time" || kind === "deadline")) return undefined;
    return t(`form.problem.${kind}`, { max: 200, count: draft.title.length });
  };

  function save(event: SubmitEvent) {
    event.preventDefault();
    if (problems.size > 0) return setTried(true);
    const { title } = form.all;
    if (decision === null) send(t("asked", { title }), writes.addDecision(form.all));
    else saveChanges(decision, title);
    close();
    view.show("ideas");
  }
  function saveChanges({ id }: DecisionDto, title: string) {
    const patch = form.patch();
    if (Object.keys(patch).length === 0) return kept.forget();
    send(t("edited", { title }), writes.updateDecision(id, patch, { baseSeq: form.baseSeq }));
  }
  function send(said: string, write: Promise<WriteAnswer<unknown>>) {
    kept.sent(write);
    undoToast(said, write);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={decision ? t("form.editTitle") : t("form.newTitle")}
      closeLabel={t("form.close")}
      stays={form.isChanged}
      footer={
        <>
          <Button tone="plain" onClick={close}>
            {t("form.cancel")}
          </Button>
          <Button tone="primary" type="submit" form={formId}>
            {decision ? t("form.save") : t("form.ask")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {kept.isBack ? <RestoredInputNotice onStartOver={kept.startOver} /> : null}
        <TextField
          label={t("form.question")}
          placeholder={t("form.questionHint")}
          value={draft.title}
          ref={question}
          autoComplete="off"
          error={shown("title", "titleLong")}
          onChange={(event) => change({ title: event.target.value })}
        />
        <CandidatesField
          decisionId={decision?.id ?? null}
          stops={stops}
          error={shown("candidates")}
          onChange={(ids) => change({ candidates: ids })}
        />
        <DeadlineField draft={draft} change={change} error={shown("deadline")} wrongTime={shown("time")} />
        <TargetDay dayId={draft.dayId} onChange={(dayId) => change({ dayId })} />
        <TextArea
          label={t("form.notes")}
          placeholder={t("form.notesHint")}
          rows={2}
          maxLength={5000}
          value={draft.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
      </form>
    </Dialog>
  );
}

type Form = ReturnType<typeof useDecisionForm>;

type DeadlineFieldProps = Pick<Form, "draft" | "change"> & {
  error: string | undefined;
  wrongTime: string | undefined;
};

/**
 * The fields for the deadline. The time is typed freely ("20", "8pm" or 20:00), as in the plan, because the browser's
 * time field has its own format.
 */
function DeadlineField({ draft, change, error, wrongTime }: DeadlineFieldProps) {
  const t = useTranslations("trip-decisions");
  const formats = useFormats();
  const [isTyping, setTyping] = useState(false);
  const hintId = useId();
  function onBlur() {
    setTyping(false);
    const time = parseTypedTime(draft.time) ?? draft.time;
    if (time !== draft.time) change({ time });
  }
  return (
    <fieldset aria-describedby={error ? undefined : hintId} className="min-w-0">
      <legend className="mb-1.5 flex w-full items-baseline justify-between text-sm font-medium">
        {t("form.deadline")}
        {draft.date === "" ? null : (
          <TextButton className="font-normal" onClick={() => change({ date: "" })}>
            {t("form.clearDeadline")}
          </TextButton>
        )}
      </legend>
      <div className="grid grid-cols-[minmax(0,1fr)_136px] gap-2">
        <DateField
          hideLabel
          label={t("form.deadlineDay")}
          value={draft.date}
          min={formats.today()}
          error={error}
          onChange={(date) => change({ date })}
        />
        <TextField
          hideLabel
          label={t("form.deadlineTime")}
          value={draft.time}
          disabled={draft.date === ""}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          error={isTyping ? undefined : wrongTime}
          onFocus={() => setTyping(true)}
          onBlur={onBlur}
          onChange={(event) => change({ time: event.target.value })}
        />
      </div>
      {error ? null : (
        <p id={hintId} className="mt-1.5 text-sm text-pretty text-text-3">
          {draft.date === "" ? t("form.noDeadlineHint") : t("form.deadlineHint")}
        </p>
      )}
    </fieldset>
  );
}

function TargetDay({ dayId, onChange }: { dayId: string; onChange: (dayId: string) => void }) {
  const t = useTranslations("trip-decisions");
  const { days } = usePlan();
  const { day } = useDecisionWords();
  // A day that no longer exists is shown but cannot be chosen.
  const options = days.map(({ id }) => ({ value: id, label: day(id) ?? "" }));
  return (
    <Select
      label={t("form.day")}
      value={options.some(({ value }) => value === dayId) ? dayId : ""}
      options={[{ value: "", label: t("form.stays") }, ...options]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
