import type { LucideIcon } from "lucide-react";
import type { ComponentProps, Ref } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";

export type IconButtonProps = Omit<ComponentProps<"button">, "ref" | "children" | "aria-label"> & {
  /** The accessible name, which is also shown on hover. */
  label: string;
  icon: LucideIcon;
  iconSize?: 16 | 20;
  size?: "md" | "sm";
  ref?: Ref<HTMLButtonElement>;
};

const sizes = { md: "size-8 touch:size-11", sm: "size-7 touch:size-11" };

export function IconButton({
  label,
  icon,
  iconSize = 16,
  size = "md",
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={cx(
        "inline-grid shrink-0 place-items-center rounded-sm text-text-2 transition-colors hover:bg-hover active:bg-press disabled:text-n-400 disabled:hover:bg-transparent aria-pressed:bg-accent-tint aria-pressed:text-accent-text",
        sizes[size],
        className,
      )}
    >
      <Icon of={icon} size={iconSize} />
    </button>
  );
}
