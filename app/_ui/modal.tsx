"use client";

import * as Radix from "radix-ui/dialog";
import type { ComponentProps } from "react";
import { keepOpenBehindPopover } from "#app/_ui/escape.ts";
import { isOnToast } from "#app/_ui/outside.ts";
import { useDialogFocusGuard } from "#app/_ui/use-dialog-focus-guard.ts";
import { useReturnFocus } from "#app/_ui/use-return-focus.ts";

type ModalProps = Omit<ComponentProps<typeof Radix.Content>, "onEscapeKeyDown" | "onInteractOutside"> & {
  open?: boolean;
  onClose: () => void;
  /** Is called after the modal has disappeared and the focus has returned. */
  onClosed?: () => void;
  /** Returns the element that gets the focus after closing; by default the one that had it before. */
  returnFocus?: () => HTMLElement | null;
  /** Whether the modal stays open on a press outside. */
  stays?: boolean;
};

/** A layer above the page that makes everything else inaccessible. A `Radix.Title` in it is its name. */
export function Modal(props: ModalProps) {
  const { open = true, onClose, onClosed, returnFocus, stays = false, children, ...rest } = props;
  const focus = useReturnFocus(returnFocus);
  const content = useDialogFocusGuard();
  return (
    <Radix.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-scrim) bg-scrim data-[state=open]:animate-[fade-in_var(--t-base)_var(--ease)]" />
        <Radix.Content
          ref={content}
          data-sheet
          data-modal
          onEscapeKeyDown={keepOpenBehindPopover}
          onInteractOutside={(event) => {
            if (stays || isOnToast(event)) event.preventDefault();
          }}
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            focus.onCloseAutoFocus(event);
            onClosed?.();
          }}
          {...rest}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
