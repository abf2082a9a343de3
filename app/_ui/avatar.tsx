import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { initialOf, type PersonTone, personTone, toneClass } from "#app/_ui/person-tone.ts";

export type Person = {
  id: string;
  name: string;
  image?: string | null | undefined;
  /** Place in the palette; from the id when absent. */
  tone?: PersonTone | undefined;
  /** Here now: a green ring. */
  here?: boolean | undefined;
  /** No account: a dashed ring. */
  placeholder?: boolean | undefined;
};

export type AvatarSize = 20 | 24 | 28 | 36;

type AvatarProps = {
  person: Person;
  size?: AvatarSize;
  /** What is said for it; the name by default. Empty when the name stands beside it. */
  alt?: string;
  className?: string;
};

const sizes: Record<AvatarSize, string> = {
  20: "size-5 text-xs",
  24: "size-6 text-xs",
  28: "size-7 text-xs",
  36: "size-9 text-md",
};

export function Avatar({ person, size = 24, alt = person.name, className }: AvatarProps) {
  const photo = photoOf(person.image);
  const ring =
    person.here && "shadow-[0_0_0_2px_var(--ground,var(--color-surface)),0_0_0_3.5px_var(--color-success)]";
  const ground = person.placeholder
    ? "border-[1.5px] border-dashed border-control text-text-2"
    : toneClass(person.tone ?? personTone(person.id));
  return (
    <span
      role={alt ? "img" : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
      title={alt || undefined}
      style={photo ? { backgroundImage: `url(${JSON.stringify(photo)})` } : undefined}
      className={cx(
        "relative bg-cover bg-center inline-grid shrink-0 place-items-center overflow-hidden rounded-full leading-none font-semibold select-none",
        sizes[size],
        ground,
        ring,
        className,
      )}
    >
      {photo ? null : initialOf(person.name)}
    </span>
  );
}

/** Pictures made for people who chose none are drawn as initials instead, so that they follow the theme. */
function photoOf(image: string | null | undefined): string | null {
  return image && !image.startsWith("data:image/svg+xml") ? image : null;
}

type AvatarStackProps = {
  people: readonly Person[];
  /** How many faces before "+n". */
  max?: number;
  /** All there are, when `people` is only the first of them. */
  total?: number;
  size?: AvatarSize;
  /** Said for the whole stack, such as "Elina, Jonas and 3 others". */
  label: string;
  className?: string;
};

export function AvatarStack({
  people,
  max = 4,
  total = people.length,
  size = 24,
  label,
  className,
}: AvatarStackProps) {
  const shown = people.slice(0, max);
  const rest = total - shown.length;
  return (
    <span title={label || undefined} className={cx("inline-flex", className)}>
      {shown.map((person) => (
        <Stacked key={person.id} size={size}>
          <Avatar person={stacked(person)} size={size} alt="" />
        </Stacked>
      ))}
      {rest > 0 ? (
        <Stacked size={size}>
          <span
            aria-hidden
            style={{ height: size, minWidth: size }}
            className={cx(
              "inline-grid place-items-center rounded-full px-1.5 text-xs font-medium",
              toneClass(7),
            )}
          >
            +{rest}
          </span>
        </Stacked>
      ) : null}
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}

/** In a stack rings would collide: presence is not shown, and someone without an account is grey instead of dashed. */
function stacked(person: Person): Person {
  return person.placeholder
    ? { ...person, here: false, placeholder: false, tone: 7 }
    : { ...person, here: false };
}

function Stacked({ size, children }: { size: AvatarSize; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex rounded-full bg-(--ground,var(--color-surface)) shadow-[0_0_0_2px_var(--ground,var(--color-surface))]",
        size === 20 ? "not-first:-ml-0.5" : "not-first:-ml-1",
      )}
    >
      {children}
    </span>
  );
}
