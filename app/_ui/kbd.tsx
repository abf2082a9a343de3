/** A key to press; hidden on phones, where there is none. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-xs bg-press px-1.5 font-sans text-xs font-medium text-text-3 touch:hidden">
      {children}
    </kbd>
  );
}
