import type { LucideIcon } from "lucide-react";
import type { ComponentProps, Ref } from "react";
import { buttonClass, type ButtonSize, type ButtonTone } from "#app/_ui/button-class.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";

export type ButtonProps = Omit<ComponentProps<"button">, "ref"> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Shows a spinner instead of the icon and ignores presses; the button keeps its width and its focus. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({
  tone,
  size,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(tone, size, className)}
    >
      {icon && !busy ? <Icon of={icon} /> : null}
      {busy ? <Spinner size={icon ? 16 : 14} tone="current" /> : null}
      {children}
    </button>
  );
}
