"use client";

import * as Radix from "radix-ui/dialog";
import type { ComponentProps } from "react";
import { keepOpenBehindPopover } from "#app/_ui/escape.ts";
import { isOnToast } from "#app/_ui/outside.ts";
import { useSteadyFocus } from "#app/_ui/steady-focus.ts";
import { useReturnFocus } from "#app/_ui/use-return-focus.ts";

type ModalProps = Omit<ComponentProps<typeof Radix.Content>, "onEscapeKeyDown" | "onInteractOutside"> & {
  open?: boolean;
  onClose: () => void;
  /** After it is gone and the focus is back where it was. */
  onClosed?: () => void;
  /** The element that opened it, when it is not the one that had the focus. */
  returnFocus?: () => HTMLElement | null;
  /** A press beside it does not close it. */
  stays?: boolean;
};

/** What lies over the page and keeps everything else from it: scrim, layer, focus. A `Radix.Title` in it names it. */
export function Modal(props: ModalProps) {
  const { open = true, onClose, onClosed, returnFocus, stays = false, children, ...rest } = props;
  const focus = useReturnFocus(returnFocus);
  const content = useSteadyFocus();
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
