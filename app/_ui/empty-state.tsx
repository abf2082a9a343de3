import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";

type EmptyStateProps = {
  icon?: LucideIcon;
  title: string;
  /** One or two sentences that explain the next step. */
  children?: ReactNode;
  action?: ReactNode;
  /** The level of the heading in its page. */
  level?: 2 | 3;
  className?: string;
};

export function EmptyState({ icon, title, children, action, level = 2, className }: EmptyStateProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className={cx("mx-auto flex max-w-90 flex-col items-center px-4 py-12 text-center", className)}>
      {icon ? <Icon of={icon} size={24} className="mb-3 text-text-3" /> : null}
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children ? <div className="mt-1 text-balance text-text-2">{children}</div> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
