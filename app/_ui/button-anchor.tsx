import type { ComponentProps } from "react";
import { buttonClass, type ButtonSize, type ButtonTone } from "#app/_ui/button-class.ts";

type ButtonAnchorProps = ComponentProps<"a"> & { href: string; tone?: ButtonTone; size?: ButtonSize };

/** Like a `ButtonLink`, but it loads its page anew: for where this one is broken, or little code is wanted. */
export function ButtonAnchor({ tone, size, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass(tone, size, className)}>
      {children}
    </a>
  );
}
