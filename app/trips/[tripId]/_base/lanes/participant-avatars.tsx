"use client";

import { AvatarStack } from "#app/_ui/avatar.tsx";
import type { Participants } from "#lib/shared/participants.ts";
import { useStopWords } from "../fields/use-stop-words.ts";
import { usePeople } from "../people.tsx";

/** Shows the participants as small avatars, or the text that nobody takes part; renders nothing if everyone does. */
export function ParticipantAvatars({ participants }: { participants: Participants }) {
  const words = useStopWords();
  const { byMember } = usePeople();
  if (participants === null) return null;
  const people = participants.flatMap((id) => byMember.get(id) ?? []);
  const label = words.participants(participants);
  if (people.length === 0) return <span className="shrink-0">{label}</span>;
  return <AvatarStack people={people} max={4} size={20} label={label} className="-my-px shrink-0" />;
}
