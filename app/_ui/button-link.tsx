import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonClass, type ButtonSize, type ButtonTone } from "#app/_ui/button-class.ts";
import { Icon } from "#app/_ui/icon.tsx";

type ButtonLinkProps = ComponentProps<typeof Link> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: LucideIcon;
};

/** A link that looks like a button. It leads to a page, whereas a `Button` performs an action. */
export function ButtonLink({ tone, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass(tone, size, className)}>
      {icon ? <Icon of={icon} /> : null}
      {children}
    </Link>
  );
}
