import type { LucideIcon } from "lucide-react";
import { Icon } from "#app/_ui/icon.tsx";

type CountProps = { icon: LucideIcon; count: number; label: string };

/** A small number beside an icon, with a label for screen readers. */
export function Count({ icon, count, label }: CountProps) {
  return (
    <span className="inline-flex items-center gap-1">
      <Icon of={icon} size={14} />
      <span aria-hidden>{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
