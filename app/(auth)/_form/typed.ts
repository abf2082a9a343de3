/** The fields whose values are passed from one sign-in page to the next, so that nobody types them twice. */
const KEPT = ["name", "email"];

/**
 * The typed values by the name of their field. They are in the memory of this page only, so a reload forgets them.
 * Nothing is stored while the server renders.
 */
const typed = new Map<string, string>();

export function storeTypedValues(values: Readonly<Record<string, unknown>>): void {
  for (const field of KEPT) {
    const value = values[field];
    if (typeof value === "string") typed.set(field, value);
  }
}

/** Returns the initial values of a form, with the values that were typed in an earlier form. */
export function withTypedValues<T extends object>(empty: T): T {
  const known = [...typed].filter(([field]) => field in empty);
  return { ...empty, ...Object.fromEntries(known) };
}
