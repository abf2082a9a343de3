"use client";

import type { LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { isComposing } from "#app/_ui/composing.ts";
import { cx } from "#app/_ui/cx.ts";
import type { FieldLook } from "#app/_ui/field.tsx";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { Spinner } from "#app/_ui/spinner.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useAfterPress } from "#app/_ui/use-after-press.ts";
import { useFloating } from "#app/_ui/use-floating.ts";
import { useListbox } from "#app/_ui/use-listbox.ts";

type ComboboxProps<T> = FieldLook & {
  /** The text of the input; the caller filters or searches by it. */
  query: string;
  onQueryChange: (query: string) => void;
  options: readonly T[];
  optionKey: (option: T) => string;
  renderOption: (option: T, active: boolean) => ReactNode;
  onPick: (option: T) => void;
  listLabel: string;
  /** `inline` moves the following content down, `float` covers it. */
  list?: "inline" | "float";
  /** `text`: Enter picks an option only after the user has moved to it. `first`: Enter picks the first option. */
  start?: "first" | "text";
  /** Whether new options are being loaded; the old options stay until the new ones are there. */
  busy?: boolean;
  /** The text that is shown when there are no options. */
  empty?: ReactNode;
  /** Content below the options, such as their source. */
  foot?: ReactNode;
  icon?: LucideIcon;
  /** Content at the right end of the field. */
  end?: ReactNode;
  placeholder?: string | undefined;
  enterKeyHint?: "done" | "next";
  maxLength?: number;
  /** Is called when the field loses the focus without a pick; by default the typed text stays. */
  onLeave?: () => void;
  id?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A text field with a list of matching options. The caller decides whether a text without a match is allowed. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { query, onQueryChange, options, optionKey, renderOption, onPick, listLabel, ...look } = props;
  const {
    list = "inline",
    start = "first",
    busy = false,
    empty,
    foot,
    end,
    onLeave,
    className,
    ...field
  } = look;
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const listbox = useListbox({
    options,
    optionKey,
    open,
    start,
    onPick: (option) => {
      setOpen(false);
      onPick(option);
    },
    onClose: () => setOpen(false),
  });
  const shown = open && (options.length > 0 || (Boolean(empty) && query !== ""));
  useFloating({
    open: shown && list === "float",
    anchor,
    panel,
    side: "bottom",
    align: "start",
    gap: 4,
    matchWidth: true,
  });
  useEffect(() => {
    if (shown) rows.current?.children[listbox.active]?.scrollIntoView({ block: "nearest" });
  }, [shown, listbox.active]);

  /**
   * While the list has options, Enter belongs to it: it accepts the typed text and does not submit a form around it.
   */
  function onKeyDown(event: KeyboardEvent): void {
    if (listbox.input.onKeyDown(event) || event.key !== "Enter" || isComposing(event.nativeEvent)) return;
    if (!open || options.length === 0) return;
    event.preventDefault();
    setOpen(false);
  }

  const leave = useAfterPress(open, () => {
    // A press on the field's label returns the focus to the field; then the user has not left it.
    if (document.activeElement === anchor.current?.querySelector("input")) return;
    setOpen(false);
    onLeave?.();
  });

  return (
    <div ref={anchor} className={className}>
      <TextField
        {...field}
        {...listbox.input}
        onKeyDown={onKeyDown}
        aria-expanded={shown && options.length > 0}
        value={query}
        onChange={(event) => {
          listbox.reset();
          setOpen(true);
          onQueryChange(event.target.value);
        }}
        onFocus={(event) => {
          if (list === "float") event.currentTarget.select();
        }}
        onClick={() => setOpen(true)}
        onKeyUp={(event) => {
          if (event.key === "ArrowDown") setOpen(true);
        }}
        onBlur={leave}
        trailing={busy ? <Spinner className="mr-1.5" /> : end}
      />
      {shown ? (
        <div
          ref={panel}
          popover={list === "float" ? "manual" : undefined}
          className={cx(
            "overflow-y-auto overscroll-contain",
            list === "inline"
              ? "-mx-2 mt-1.5"
              : cx(floatingClass, "max-h-64 min-w-[min(280px,calc(100vw-16px))] p-1"),
          )}
        >
          {options.length > 0 ? (
            <ul {...listbox.list} ref={rows} aria-label={listLabel}>
              {options.map((option, index) => (
                <li
                  key={optionKey(option)}
                  {...listbox.option(index)}
                  className="flex min-h-8 cursor-default items-center rounded-sm px-3 aria-selected:bg-accent-tint touch:min-h-11"
                >
                  {renderOption(option, index === listbox.active)}
                </li>
              ))}
            </ul>
          ) : (
            <p role="status" className="px-3 py-2 text-sm text-text-3">
              {empty}
            </p>
          )}
          {foot}
        </div>
      ) : null}
    </div>
  );
}
