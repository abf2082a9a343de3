import type { ReactNode } from "react";

/** A header of 56 px with the link to the home page at the left and actions at the right. */
export function HeaderBar({ home, children }: { home: ReactNode; children: ReactNode }) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 px-5 phone:gap-0 phone:pr-1 phone:pl-4">
      {home}
      <div className="flex-1" />
      {children}
    </header>
  );
}
