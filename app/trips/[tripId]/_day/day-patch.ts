import type { DayDto, DayPatch } from "#lib/shared/days.ts";
import { cleanText } from "../_base/text/typed-text.ts";

/** The values of the day's dialog; texts as typed. */
export interface DayForm {
  title: string;
  notes: string;
  timezone: string | null;
}

export function dayForm({ title, notes, timezone }: DayDto): DayForm {
  return { title: title ?? "", notes: notes ?? "", timezone };
}

/**
 * Returns the fields that the user changed since the dialog was opened; other members' changes are not among them.
 * Each field is a patch of its own, so that a conflict about one does not prevent the others from being saved.
 */
export function dayPatches(opened: DayForm, now: DayForm): DayPatch[] {
  const patches: DayPatch[] = [];
  const title = cleanText(now.title, { oneLine: true });
  const notes = cleanText(now.notes, { oneLine: false });
  if (title !== opened.title.trim()) patches.push({ title: title || null });
  if (notes !== opened.notes.trim()) patches.push({ notes: notes || null });
  if (now.timezone !== opened.timezone) patches.push({ timezone: now.timezone });
  return patches;
}
