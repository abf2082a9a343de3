"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { fixedFooterRef } from "#app/_ui/fixed-footer-ref.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Modal } from "#app/_ui/modal.tsx";
import { useSheetDrag } from "#app/_ui/use-sheet-drag.ts";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence below the title. */
  description?: ReactNode;
  closeLabel: string;
  /** `md` is 520 px wide, `sm` 440 px; below 720 px the dialog is a sheet at the bottom. */
  width?: "md" | "sm";
  /** Content that stays visible below the scrolling body. */
  footer?: ReactNode;
  /** Returns the element that gets the focus after closing; by default the one that had it before. */
  returnFocus?: () => HTMLElement | null;
  /**
   * Whether the dialog stays open on a press outside and on a pull, for content that is shown only once, and while
   * typed text is not saved.
   */
  stays?: boolean;
  /** Whether nothing can close the dialog, because it waits for an answer that is shown nowhere else. */
  busy?: boolean;
  children: ReactNode;
};

const widths = { md: "md:w-130", sm: "md:w-110" };

const panel =
  "fixed z-(--z-sheet) flex flex-col bg-raised shadow-3 outline-none [--ground:var(--color-raised)] " +
  "phone:inset-x-0 phone:bottom-0 phone:max-h-[calc(100dvh-56px)] phone:rounded-t-lg phone:data-[state=open]:animate-[sheet-in_var(--t-slow)_var(--ease)] " +
  "md:top-[clamp(24px,13vh,120px)] md:left-1/2 md:max-h-[calc(100dvh-clamp(24px,13vh,120px)-24px)] md:-translate-x-1/2 md:rounded-lg md:data-[state=open]:animate-[dialog-in_var(--t-base)_var(--ease)]";

/** A modal question or form. Escape, a press outside and, on a phone, pulling down its head close it. */
export function Dialog({ open, onOpenChange, title, description, footer, children, ...props }: DialogProps) {
  const { closeLabel, width = "md", returnFocus, busy = false } = props;
  const stays = busy || (props.stays ?? false);
  const drag = useSheetDrag(stays ? null : () => onOpenChange(false));
  return (
    <Modal
      open={open}
      onClose={() => {
        if (!busy) onOpenChange(false);
      }}
      stays={stays}
      returnFocus={returnFocus}
      className={cx(panel, widths[width])}
      {...(description ? {} : { "aria-describedby": undefined })}
    >
      <header
        {...drag}
        className="relative flex shrink-0 items-start gap-2 pr-3 pl-5 phone:touch-none phone:pt-2"
      >
        <i className="absolute top-1.5 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-line-strong md:hidden" />
        <Radix.Title className={cx("flex-1 pt-4.5 text-lg font-semibold", description ? "pb-1" : "pb-4.5")}>
          {title}
        </Radix.Title>
        <Radix.Close asChild>
          <IconButton label={closeLabel} icon={X} disabled={busy} className="mt-3.5 touch:mt-2" />
        </Radix.Close>
      </header>
      {description ? (
        <Radix.Description className="shrink-0 px-5 pb-4 text-text-2">{description}</Radix.Description>
      ) : null}
      <div
        ref={fixedFooterRef}
        className={cx(
          "min-h-0 flex-1 overflow-y-auto overscroll-contain px-5",
          // The content fades out over the padding below it; at the end of the scrolling only padding is there.
          footer
            ? "pb-5 [mask-image:linear-gradient(to_top,transparent,black_20px)]"
            : "pb-[max(20px,var(--safe-bottom))]",
        )}
      >
        <div>{children}</div>
      </div>
      {footer ? (
        <footer className="flex shrink-0 items-center justify-end gap-2 px-5 pb-[max(20px,var(--safe-bottom))] phone:[&>[type=submit]]:h-12 phone:[&>[type=submit]]:flex-1">
          {footer}
        </footer>
      ) : null}
    </Modal>
  );
}
