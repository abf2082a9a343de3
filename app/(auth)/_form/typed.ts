/** Nobody types these twice on the way through the sign-in pages. */
const KEPT = ["name", "email"];

/** In this page's memory only: a reload forgets it. Nothing is kept while the server renders. */
const typed = new Map<string, string>();

export function keepTyped(values: Readonly<Record<string, unknown>>): void {
  for (const field of KEPT) {
    const value = values[field];
    if (typeof value === "string") typed.set(field, value);
  }
}

/** The empty values of a form, with what an earlier one was told of its fields. */
export function withTyped<T extends object>(empty: T): T {
  const known = [...typed].filter(([field]) => field in empty);
  return { ...empty, ...Object.fromEntries(known) };
}
