"use client";

import {
  cloneElement,
  type ComponentProps,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { Side } from "#app/_ui/floating-spot.ts";
import { useFloating } from "#app/_ui/use-floating.ts";

type TooltipProps = {
  text: string;
  side?: Side;
  /** A single element that passes its props on to a real one. */
  children: ReactElement<ComponentProps<"button">>;
};

const WAIT_MS = 500;

/** Extra words on hover and on keyboard focus, never the only place of anything: its element needs its own name. */
export function Tooltip({ text, side = "bottom", children }: TooltipProps) {
  const id = useId();
  const panel = useRef<HTMLSpanElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  useFloating({ open, panel, anchor, side, align: "center", gap: 6 });
  useEffect(() => () => clearTimeout(timer.current), []);

  function hide() {
    clearTimeout(timer.current);
    setOpen(false);
  }

  function show(wrapper: HTMLElement, after: number) {
    // The wrapper has no box of its own.
    anchor.current = wrapper.firstElementChild instanceof HTMLElement ? wrapper.firstElementChild : null;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), after);
  }

  return (
    <>
      <span
        role="presentation"
        className="contents"
        onPointerEnter={(event) => {
          if (event.pointerType === "mouse") show(event.currentTarget, WAIT_MS);
        }}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={(event) => {
          if (event.target.matches(":focus-visible")) show(event.currentTarget, 0);
        }}
        onBlur={hide}
        onKeyDown={(event) => {
          if (event.key === "Escape") hide();
        }}
      >
        {cloneElement(children, { title: undefined, "aria-describedby": open ? id : undefined })}
      </span>
      {open ? (
        <span
          ref={panel}
          id={id}
          role="tooltip"
          popover="manual"
          className="pointer-events-none fixed inset-auto m-0 max-w-70 rounded-sm border-0 bg-toast px-2 py-1 text-xs text-on-toast shadow-1 select-none"
        >
          {text}
        </span>
      ) : null}
    </>
  );
}
