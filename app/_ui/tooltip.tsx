"use client";

import * as Radix from "radix-ui/tooltip";
import type { ReactElement, ReactNode } from "react";

type TooltipProps = { text: ReactNode; side?: "top" | "right" | "bottom" | "left"; children: ReactElement };

/** Extra words on hover and focus, never the only place of anything. The child needs its own accessible name. */
export function Tooltip({ text, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-(--z-toast) max-w-70 rounded-sm bg-toast px-2 py-1 text-xs text-on-toast shadow-1 select-none"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
