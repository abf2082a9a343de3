"use client";

import { Check, type LucideIcon } from "lucide-react";
import {
  cloneElement,
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  use,
  useId,
} from "react";
import { createPortal } from "react-dom";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import type { Align, Side } from "#app/_ui/floating-spot.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { focusFirst, moveInMenu } from "#app/_ui/menu-keys.ts";
import { usePopover } from "#app/_ui/use-popover.ts";

/** The function that closes the menu around an item. */
const MenuContext = createContext<() => void>(() => undefined);

type TriggerProps = ComponentProps<"button"> & { label?: string };

type MenuProps = {
  /** A single button element that passes its props on to a real button. */
  trigger: ReactElement<TriggerProps>;
  /** The accessible name of the menu; by default the trigger's own label. */
  label?: string;
  align?: Align;
  side?: Side;
  /** The element into which the list is rendered, for a trigger on an area with its own gestures. */
  into?: Element;
  children: ReactNode;
};

/** A button with a list of actions. Arrow keys, Home, End and letters move the focus; Escape and Tab close the list. */
export function Menu({ trigger, label, align = "end", side = "bottom", into, children }: MenuProps) {
  const name = label ?? trigger.props["aria-label"] ?? trigger.props.label;
  const menu = usePopover({
    side,
    align,
    gap: 4,
    onOpened: (panel, byKeyboard) => (byKeyboard ? focusFirst(panel) : panel.focus()),
  });

  function onTriggerKey(event: KeyboardEvent<HTMLButtonElement>) {
    trigger.props.onKeyDown?.(event);
    if (event.defaultPrevented || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    menu.show();
  }

  function onMenuKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === "Tab") menu.close();
    else if (moveInMenu(event.currentTarget, event.key)) event.preventDefault();
    // Shortcuts of the page, such as "j" for the next stop, must not react to letters in the menu.
    if (event.key !== "Escape") event.stopPropagation();
  }

  const list = (
    <div
      {...menu.panel}
      role="menu"
      tabIndex={-1}
      aria-label={name}
      onKeyDown={onMenuKey}
      className={cx(floatingClass, "min-w-48 overflow-y-auto overscroll-contain p-1 focus-visible:shadow-2")}
    >
      {menu.open ? <MenuContext value={menu.close}>{children}</MenuContext> : null}
    </div>
  );
  return (
    <>
      {cloneElement(trigger, { ...menu.trigger, "aria-haspopup": "menu", onKeyDown: onTriggerKey })}
      {into ? createPortal(list, into) : list}
    </>
  );
}

type RowProps = Omit<ComponentProps<"button">, "onSelect" | "className"> & {
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  onPick: (click: MouseEvent) => void;
};

const rowClass =
  "flex h-8 w-full cursor-default items-center gap-2.5 rounded-sm px-2.5 text-left text-sm outline-none select-none focus-visible:shadow-none aria-disabled:text-text-3 touch:h-11 touch:text-md";

/** A row of 32 px, 44 px on touch screens. The focused row is highlighted, so the pointer moves the focus. */
function Row({ danger = false, disabled = false, onPick, role = "menuitem", children, ...rest }: RowProps) {
  return (
    <button
      {...rest}
      type="button"
      role={role}
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPick}
      onPointerMove={disabled ? undefined : focusUnderPointer}
      className={cx(rowClass, danger ? "text-danger focus:bg-danger-tint" : "focus:bg-press")}
    >
      {children}
    </button>
  );
}

function focusUnderPointer(event: PointerEvent<HTMLElement>) {
  if (event.pointerType === "mouse" && document.activeElement !== event.currentTarget) {
    event.currentTarget.focus({ preventScroll: true });
  }
}

type MenuItemProps = {
  icon?: LucideIcon;
  /** The shortcut that is shown at the right; the page itself listens for it. */
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Is called on a click; the menu closes afterwards, unless the click's default is prevented. */
  onSelect?: (click: MouseEvent) => void;
  children: ReactNode;
};

export function MenuItem({ icon, shortcut, danger, disabled, onSelect, children }: MenuItemProps) {
  const close = use(MenuContext);

  function pick(click: MouseEvent) {
    onSelect?.(click);
    if (!click.defaultPrevented) close();
  }

  return (
    <Row danger={danger} disabled={disabled} onPick={pick}>
      {icon ? <Icon of={icon} className={danger ? "" : "text-text-2"} /> : null}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut ? <kbd className="font-sans text-xs text-text-3 touch:hidden">{shortcut}</kbd> : null}
    </Row>
  );
}

/** A link to another site. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  const close = use(MenuContext);
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      role="menuitem"
      tabIndex={-1}
      onClick={() => close()}
      onPointerMove={focusUnderPointer}
      className={cx(rowClass, "focus:bg-press")}
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </a>
  );
}

type MenuCheckProps = { checked: boolean; onCheckedChange: (checked: boolean) => void; children: ReactNode };

/** An item that is on or off; the menu stays open, so that several can be changed. */
export function MenuCheck({ checked, onCheckedChange, children }: MenuCheckProps) {
  return (
    <Row role="menuitemcheckbox" aria-checked={checked} onPick={() => onCheckedChange(!checked)}>
      <Mark shown={checked} />
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Row>
  );
}

type MenuChoiceProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  /** The options to choose from; `aside` is a secondary text at the right of an option. */
  options: ReadonlyArray<{ value: T; label: string; aside?: string }>;
  /** Whether the menu closes after the choice, because its effect is visible elsewhere. */
  closes?: boolean;
};

/** A choice of one option, with a heading. The menu stays open to show the effect, unless it `closes`. */
export function MenuChoice<T extends string>({
  label,
  value,
  onChange,
  options,
  closes,
}: MenuChoiceProps<T>) {
  const id = useId();
  const close = use(MenuContext);
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <MenuLabel id={id}>{label}</MenuLabel>
      {options.map((option) => (
        <Row
          key={option.value}
          role="menuitemradio"
          aria-checked={option.value === value}
          onPick={() => {
            onChange(option.value);
            if (closes) close();
          }}
        >
          <Mark shown={option.value === value} />
          {option.aside === undefined ? (
            option.label
          ) : (
            <>
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              <span className="text-xs text-text-3 tabular-nums">{option.aside}</span>
            </>
          )}
        </Row>
      ))}
    </fieldset>
  );
}

function Mark({ shown }: { shown: boolean }) {
  return <span className="size-4 shrink-0 text-accent-text">{shown ? <Icon of={Check} /> : null}</span>;
}

export function MenuLabel({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} className="px-2.5 pt-2 pb-1 text-xs font-semibold text-text-3">
      {children}
    </div>
  );
}

export function MenuSeparator() {
  return <hr className="mx-2.5 my-1 border-line" />;
}
