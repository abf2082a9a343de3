/** Joins class names and leaves out false, null, undefined and empty ones. */
export function cx(...parts: ReadonlyArray<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(" ");
}
