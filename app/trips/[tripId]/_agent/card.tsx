"use client";

import { type ReactNode, useId } from "react";

type CardProps = { title: string; aside?: ReactNode; children: ReactNode };

/** A box in the conversation with the agent that shows a result, such as places or changes, and its buttons. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="-mx-2 rounded-md bg-sunken px-3 pt-2.5 pb-3 [--ground:var(--color-sunken)]"
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h4 id={id} className="text-sm font-semibold phone:text-md">
          {title}
        </h4>
        {aside}
      </div>
      {children}
    </section>
  );
}
