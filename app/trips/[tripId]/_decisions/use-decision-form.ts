"use client";

import { newId } from "#lib/client/base/ids.ts";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import { dateInZone } from "#lib/shared/dates.ts";
import type { DecisionDto, DecisionPatch } from "#lib/shared/decisions.ts";
import { createStoredForms } from "../_base/forms/stored-forms.ts";
import { useStoredForm } from "../_base/forms/use-stored-form.ts";
import { parseTypedTime } from "#lib/shared/typed-time.ts";

const TITLE_LIMIT = 200;
const EVENING = "20:00";

/** The values of the form. The deadline is a date in the reader's time zone and the typed time; "" means none. */
export interface DecisionDraft {
  title: string;
  notes: string;
  candidates: readonly string[];
  date: string;
  time: string;
  dayId: string;
}

export type DraftProblem = "title" | "titleLong" | "candidates" | "time" | "deadline";

interface KeptDecision {
  /** The id that a new decision will be saved with. */
  id: string;
  draft: DecisionDraft;
  /**
   * The form when it was opened; `baseSeq` is the seq of the trip at that time. If another member changes a field of
   * the decision later, saving that field is a conflict.
   */
  start: DecisionDraft;
  baseSeq: number;
}

const keptDecisions = createStoredForms<KeptDecision>("decision", { idOf: ({ id }) => id });

type Subject = {
  /** The edited decision; null for a new one, or if it was deleted. */
  decision: DecisionDto | null;
  /** The id of the decision for which the form was opened. */
  decisionId: string | null;
  candidates: readonly string[];
  zone: string;
};

/** Returns the draft of a new or an edited decision, with its problems. */
export function useDecisionForm({ decision, decisionId, candidates, zone }: Subject) {
  const actions = useTripActions();
  const kept = useStoredForm<KeptDecision>({
    forms: keptDecisions,
    of: decisionId === null ? "question" : `decision ${decisionId}`,
    begin() {
      const draft = draftOf(decision, candidates, zone);
      return { id: newId(), draft, start: draft, baseSeq: actions.baseSeq() };
    },
    // A stored form of a new decision is restored only if it is about the requested candidates.
    fits: (all) => decisionId !== null || candidates.length === 0 || isAbout(all, candidates),
  });
  const { id, draft, start, baseSeq } = kept.form;
  const live = useTrip((trip) => trip.stops);
  const change = (part: Partial<DecisionDraft>) => kept.put({ ...kept.form, draft: { ...draft, ...part } });
  const stops = draft.candidates.flatMap((stopId) => live.find((stop) => stop.id === stopId) ?? []);
  const deadline = instantOf(draft);
  const isNewDeadline = draft.date !== start.date || draft.time !== start.time;
  return {
    draft,
    kept,
    /** Whether the draft contains unsaved changes. */
    isChanged: draft !== start,
    change,
    stops,
    problems: problemsOf(draft, stops.length, isNewDeadline ? deadline : null),
    baseSeq,
    /** All fields, for a new decision. */
    all: { id, ...textsOf(draft), candidates: [...draft.candidates], deadline, dayId: draft.dayId || null },
    /** The fields that the user changed. */
    patch: (): DecisionPatch => ({
      ...changedTexts(draft, start),
      ...(draft.candidates !== start.candidates && { candidates: [...draft.candidates] }),
      ...(isNewDeadline && { deadline }),
      ...(draft.dayId !== start.dayId && { dayId: draft.dayId || null }),
    }),
  };
}

function isAbout({ start }: KeptDecision, candidates: readonly string[]): boolean {
  const begun = start.candidates;
  return begun.length === candidates.length && candidates.every((id) => begun.includes(id));
}

function draftOf(decision: DecisionDto | null, candidates: readonly string[], zone: string): DecisionDraft {
  const { title = "", notes = null, deadline = null, dayId = null } = decision ?? {};
  const end = deadline === null ? null : new Date(deadline);
  return {
    title,
    notes: notes ?? "",
    candidates: decision?.candidates ?? candidates,
    date: end ? dateInZone(end, zone) : "",
    time: end ? timeInZone(end, zone) : EVENING,
    dayId: dayId ?? "",
  };
}

function timeInZone(instant: Date, zone: string): string {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(instant);
}

/** Returns the instant of a date and time in the browser's time zone. */
function instantOf({ date, time }: DecisionDraft): string | null {
  const at = new Date(`${date}T${time === "" ? EVENING : parseTypedTime(time)}`);
  return date === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

function textsOf({ title, notes }: DecisionDraft) {
  return { title: title.replaceAll(/\s+/g, " ").trim(), notes: notes.trim() || null };
}

function changedTexts(draft: DecisionDraft, before: DecisionDraft): DecisionPatch {
  const [now, then] = [textsOf(draft), textsOf(before)];
  return {
    ...(now.title !== then.title && { title: now.title }),
    ...(now.notes !== then.notes && { notes: now.notes }),
  };
}

function problemsOf(draft: DecisionDraft, count: number, deadline: string | null): ReadonlySet<DraftProblem> {
  const { title } = textsOf(draft);
  const problems = new Set<DraftProblem>();
  if (title === "") problems.add("title");
  if (title.length > TITLE_LIMIT) problems.add("titleLong");
  if (count < 2) problems.add("candidates");
  if (draft.date !== "" && draft.time !== "" && parseTypedTime(draft.time) === null) problems.add("time");
  if (deadline !== null && Date.parse(deadline) <= Date.now()) problems.add("deadline");
  return problems;
}
