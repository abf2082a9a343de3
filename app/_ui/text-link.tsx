import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";

export const textLinkClass =
  "rounded-xs text-accent-text underline-offset-2 hover:underline decoration-1 touch:relative touch:after:absolute touch:after:-inset-x-2.5 touch:after:-inset-y-3.5";

/** A link inside text or beside a label; on touch screens its hit area grows to 44 px without moving the line. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={cx(textLinkClass, className)} />;
}

/** For `t.rich`: the part of a sentence that is a link. */
export function textLink(href: string, words: ReactNode) {
  return (
    <TextLink href={href} className="font-medium">
      {words}
    </TextLink>
  );
}

/** A button that looks like a link. */
export function TextButton({ className, type = "button", ...rest }: ComponentProps<"button">) {
  return <button {...rest} type={type} className={cx(textLinkClass, className)} />;
}
