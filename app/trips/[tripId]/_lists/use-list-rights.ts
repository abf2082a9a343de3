"use client";

import { roleAtLeast } from "#lib/shared/roles.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { useMay } from "../_shell/may.tsx";
import { usePeople } from "../_shell/people.tsx";

interface ListRights {
  /** What everybody sees. */
  edit: boolean;
  /** A list of one's own. */
  keepOwn: boolean;
  mayTick: (item: ItemDto) => boolean;
  mayChange: (item: ItemDto) => boolean;
}

/** Viewers keep lists of their own and tick off what they have to do; guests read. */
export function useListRights(): ListRights {
  const { edit, join } = useMay();
  const { me } = usePeople();
  const keepOwn = join && me !== null && roleAtLeast(me.role, "viewer");
  const mayChange = ({ ownerId }: ItemDto) => (ownerId === null ? edit : keepOwn);
  const mayTick = (item: ItemDto) => mayChange(item) || (keepOwn && item.assigneeId === me.id);
  return { edit, keepOwn, mayTick, mayChange };
}
