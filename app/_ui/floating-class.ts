/** What floats beside its opener: raised, radius 8, shadow-2, above sheets. */
export const floatingClass =
  "z-(--z-toast) rounded-md bg-raised text-text shadow-2 outline-none [--ground:var(--color-raised)] data-[state=open]:animate-[float-in_var(--t-fast)_var(--ease)]";
