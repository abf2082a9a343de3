/**
 * The classes of a native popover beside its trigger: a raised surface with radius 8 and shadow-2, without the
 * browser's default style.
 */
export const floatingClass =
  "fixed inset-auto m-0 rounded-md border-0 bg-raised p-0 text-md text-text shadow-2 outline-none [--ground:var(--color-raised)] open:animate-[float-in_var(--t-fast)_var(--ease)]";
