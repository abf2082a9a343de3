/** What floats beside its opener as a native popover: raised, radius 8, shadow-2, nothing of the browser's own looks. */
export const floatingClass =
  "fixed inset-auto m-0 rounded-md border-0 bg-raised p-0 text-md text-text shadow-2 outline-none [--ground:var(--color-raised)] open:animate-[float-in_var(--t-fast)_var(--ease)]";
