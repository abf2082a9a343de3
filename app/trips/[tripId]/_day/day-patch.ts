import type { DayDto, DayPatch } from "#lib/shared/days.ts";
import { cleanText } from "../_shell/typed-text.ts";

/** What the day's dialog holds; texts as typed. */
export interface DayForm {
  title: string;
  notes: string;
  timezone: string | null;
}

export function dayForm({ title, notes, timezone }: DayDto): DayForm {
  return { title: title ?? "", notes: notes ?? "", timezone };
}

/**
 * What was changed, measured against what was there when the dialog opened: what others wrote since is no change of this
 * person's. One patch per field, so that a field that lost against somebody else's keeps no other from being saved.
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
