"use client";

import { cloneElement, type ComponentProps, type ReactElement, type ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import type { Align, Side } from "#app/_ui/floating-spot.ts";
import { usePopover } from "#app/_ui/use-popover.ts";

type PopoverProps = {
  /** A single button element that passes its props on to a real one. */
  trigger: ReactElement<ComponentProps<"button">>;
  /** Says what it is; required because its content may have no heading. */
  label: string;
  align?: Align;
  side?: Side;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  /** With a function, what it gets closes the popover. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

const FOCUSABLE = "input, select, textarea, button, a[href], [tabindex='0']";

/** A small panel beside its button; the page stays usable, and a press elsewhere closes it. */
export function Popover({ trigger, label, align = "start", side = "bottom", ...props }: PopoverProps) {
  const { onOpenChange, className, children } = props;
  const popover = usePopover<HTMLDialogElement>({
    side,
    align,
    gap: 6,
    ...(onOpenChange ? { onOpenChange } : {}),
    onOpened: (panel) => (panel.querySelector<HTMLElement>(FOCUSABLE) ?? panel).focus(),
  });
  const content = typeof children === "function" ? children(popover.close) : children;
  return (
    <>
      {cloneElement(trigger, { ...popover.trigger, "aria-haspopup": "dialog" })}
      <dialog
        {...popover.panel}
        tabIndex={-1}
        aria-label={label}
        className={cx(
          floatingClass,
          "max-w-[calc(100vw-16px)] overflow-y-auto overscroll-contain p-4 focus-visible:shadow-2",
          className,
        )}
      >
        {popover.open ? content : null}
      </dialog>
    </>
  );
}
