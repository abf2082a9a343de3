"use client";

import { useState } from "react";
import { useTrip, useTripActions } from "#lib/client/trip-context.tsx";
import { dateInZone } from "#lib/shared/dates.ts";
import type { DecisionDto, DecisionPatch } from "#lib/shared/decisions.ts";
import { parseTypedTime } from "../_plan/typed-time.ts";

const TITLE_LIMIT = 200;
const EVENING = "20:00";

/** What stands in the form; deadlines as the reader's own date and the time they typed, "" for none. */
export interface DecisionDraft {
  title: string;
  notes: string;
  candidates: readonly string[];
  date: string;
  time: string;
  dayId: string;
}

export type DraftProblem = "title" | "titleLong" | "candidates" | "time" | "deadline";

/** A new question, or the one that is edited, as a draft with its problems. */
export function useDecisionForm(decision: DecisionDto | null, candidates: readonly string[], zone: string) {
  const actions = useTripActions();
  // What this person saw: a field that someone else changes meanwhile is a conflict.
  const [start] = useState(() => ({
    draft: draftOf(decision, candidates, zone),
    baseSeq: actions.baseSeq(),
  }));
  const [draft, setDraft] = useState(start.draft);
  const live = useTrip((trip) => trip.stops);
  const change = (part: Partial<DecisionDraft>) => setDraft((before) => ({ ...before, ...part }));
  const stops = draft.candidates.flatMap((id) => live.find((stop) => stop.id === id) ?? []);
  const deadline = instantOf(draft);
  const isNewDeadline = draft.date !== start.draft.date || draft.time !== start.draft.time;
  return {
    draft,
    /** Something was typed or chosen that is not saved. */
    isChanged: draft !== start.draft,
    change,
    stops,
    problems: problemsOf(draft, stops.length, isNewDeadline ? deadline : null),
    baseSeq: start.baseSeq,
    /** Everything, for a new one. */
    all: { ...textsOf(draft), candidates: [...draft.candidates], deadline, dayId: draft.dayId || null },
    /** What this person changed. */
    patch: (): DecisionPatch => ({
      ...changedTexts(draft, start.draft),
      ...(draft.candidates !== start.draft.candidates && { candidates: [...draft.candidates] }),
      ...(isNewDeadline && { deadline }),
      ...(draft.dayId !== start.draft.dayId && { dayId: draft.dayId || null }),
    }),
  };
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

/** The browser's own clock says which instant its date and time are. */
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
