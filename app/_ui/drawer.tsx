"use client";

import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { keepOpenBehindPopover } from "#app/_ui/escape.ts";
import { isOnToast } from "#app/_ui/outside.ts";
import { useDialogFocusGuard } from "#app/_ui/use-dialog-focus-guard.ts";
import { useReturnFocus } from "#app/_ui/use-return-focus.ts";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { useSheetDrag } from "#app/_ui/use-sheet-drag.ts";

type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The accessible name of the drawer; the content has its own visible title. */
  title: string;
  /** The head of 48 px (60 px on a phone), with tabs or a close button, for example. */
  head: ReactNode;
  /** Content that stays at the bottom, such as an input for comments. */
  foot?: ReactNode;
  /** Whether the content scrolls by itself and fills the whole drawer. */
  fills?: boolean;
  children: ReactNode;
  className?: string;
};

const side =
  "md:top-14 md:right-0 md:bottom-0 md:w-98 md:border-l md:border-line md:data-[state=open]:animate-[drawer-in_var(--t-base)_var(--ease)]";
const sheet =
  "phone:inset-x-0 phone:top-18 phone:bottom-0 phone:z-(--z-sheet) phone:overflow-hidden phone:rounded-t-lg phone:shadow-3 phone:data-[state=open]:animate-[sheet-in_var(--t-slow)_var(--ease)]";

/** A drawer beside the page on wide screens, where the page stays usable; a modal sheet below 720 px. */
export function Drawer({
  open,
  onOpenChange,
  title,
  head,
  foot,
  fills = false,
  children,
  className,
}: DrawerProps) {
  const phone = useIsPhone();
  const drag = useSheetDrag(() => onOpenChange(false));
  const focus = useReturnFocus();
  const content = useDialogFocusGuard();
  const stay = (event: Event) => {
    if (!phone || isOnToast(event)) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={phone}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-scrim) bg-scrim data-[state=open]:animate-[fade-in_var(--t-base)_var(--ease)] md:hidden" />
        <Radix.Content
          ref={content}
          data-sheet
          aria-describedby={undefined}
          onEscapeKeyDown={keepOpenBehindPopover}
          onInteractOutside={stay}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            event.preventDefault();
            // The sheet itself gets the focus, so that its name is read; its first button would look chosen.
            if (phone && event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className={cx(
            "fixed z-(--z-drawer) flex min-h-0 flex-col bg-surface outline-none",
            side,
            sheet,
            className,
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <div
            {...drag}
            className="relative flex h-12 shrink-0 items-center gap-1 pr-2 pl-4 phone:h-15 phone:touch-none phone:pt-2.5"
          >
            <i className="absolute top-1.5 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-line-strong md:hidden" />
            {head}
          </div>
          <div className={cx("min-h-0 flex-1", !fills && "overflow-y-auto overscroll-contain")}>
            {children}
          </div>
          {foot ? (
            <footer className="shrink-0 px-4 pt-2 pb-[max(14px,var(--safe-bottom))] phone:pb-[max(28px,var(--safe-bottom))]">
              {foot}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
