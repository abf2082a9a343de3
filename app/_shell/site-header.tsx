import type { ReactNode } from "react";
import { Wordmark } from "#app/_shell/wordmark.tsx";

/** 56 px: the wordmark at the left, what one can do here at the right. */
export function SiteHeader({ href, children }: { href: "/" | "/trips"; children: ReactNode }) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 px-5 phone:gap-0 phone:pr-1 phone:pl-4">
      <Wordmark href={href} />
      <div className="flex-1" />
      {children}
    </header>
  );
}
