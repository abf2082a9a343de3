import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { initialOf, type PersonTone, personTone, toneClass } from "#app/_ui/person-tone.ts";

export type Person = {
  id: string;
  name: string;
  image?: string | null | undefined;
  /** The person's colour in the palette; computed from the id when absent. */
  tone?: PersonTone | undefined;
  /** Whether the person is online, which a green ring shows. */
  here?: boolean | undefined;
  /** Whether the person has no account, which a dashed ring shows. */
  placeholder?: boolean | undefined;
};

export type AvatarSize = 20 | 24 | 28 | 36;

type AvatarProps = {
  person: Person;
  size?: AvatarSize;
  /** The accessible name; the person's name by default. Empty when the name is written beside the avatar. */
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

/** Returns the picture to show. Generated default pictures are replaced by initials, which follow the theme. */
function photoOf(image: string | null | undefined): string | null {
  return image && !image.startsWith("data:image/svg+xml") ? image : null;
}

type AvatarStackProps = {
  people: readonly Person[];
  /** Maximum number of avatars before "+n". */
  max?: number;
  /** The number of all people, when `people` contains only the first of them. */
  total?: number;
  size?: AvatarSize;
  /** The accessible name of the whole stack, such as "Elina, Jonas and 3 others". */
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

/**
 * Returns a person as shown in a stack, where rings would overlap: presence is not shown, and somebody without an
 * account is grey instead of dashed.
 */
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
