"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { AvatarStack } from "#app/_ui/avatar.tsx";
import { assignPersonTones } from "#app/_ui/person-tone.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

/** The avatars of the first members, and the number of the others. */
export function MembersStack({ trip }: { trip: TripSummary }) {
  const t = useTranslations("ui");
  const formats = useFormats();
  const tones = assignPersonTones(trip.members.map(({ id, userId }) => userId ?? id));
  const people = trip.members.map(({ id, name, image, userId }, index) => ({
    id,
    name,
    image,
    tone: tones[index],
    placeholder: userId === null,
  }));
  const names = people.map(({ name }) => name);
  const rest = trip.memberCount - people.length;
  const label = formats.list(rest > 0 ? [...names, t("others", { count: rest })] : names);
  return <AvatarStack people={people} total={trip.memberCount} label={label} />;
}
