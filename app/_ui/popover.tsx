"use client";

import * as Radix from "radix-ui/popover";
import type { ReactElement, ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";

type PopoverProps = {
  trigger: ReactElement;
  /** Says what it is; required because its content may have no heading. */
  label: string;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
};

export function Popover({
  trigger,
  label,
  align = "start",
  side = "bottom",
  className,
  children,
  ...state
}: PopoverProps) {
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cx(floatingClass, "max-w-[calc(100vw-16px)] p-4", className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
