import { CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";

type Tone = "warning" | "danger" | "success" | "info";

const looks: Record<Tone, { icon: LucideIcon; text: string }> = {
  warning: { icon: TriangleAlert, text: "text-warning" },
  danger: { icon: TriangleAlert, text: "text-danger" },
  success: { icon: CircleCheck, text: "text-success" },
  info: { icon: Info, text: "text-text-2" },
};

type InlineAlertProps = {
  tone?: Tone;
  /**
   * Whether a screen reader announces the message when it appears; false for a message in a list that is read anyway.
   */
  live?: boolean;
  icon?: LucideIcon;
  children: ReactNode;
  /** A text button at the end of the line. */
  action?: ReactNode;
  className?: string;
};

/** A message of one line within the page, in the colour of its tone and without a box. */
export function InlineAlert({
  tone = "warning",
  live = false,
  icon,
  children,
  action,
  className,
}: InlineAlertProps) {
  const look = looks[tone];
  return (
    <div
      role={live ? "alert" : undefined}
      className={cx("flex items-start gap-1.5 text-sm", look.text, className)}
    >
      <Icon of={icon ?? look.icon} size={14} className="mt-0.75" />
      <span className="min-w-0 text-pretty">{children}</span>
      {action}
    </div>
  );
}
