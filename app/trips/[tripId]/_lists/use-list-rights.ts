"use client";

import { roleAtLeast } from "#lib/shared/roles.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";

interface ListRights {
  /** Whether the user may change the shared lists. */
  edit: boolean;
  /** Whether the user may have private items. */
  keepOwn: boolean;
  mayTick: (item: ItemDto) => boolean;
  mayChange: (item: ItemDto) => boolean;
}

/**
 * Returns what the user may do with the lists. Viewers have private items and mark their own tasks as done; guests
 * only read.
 */
export function useListRights(): ListRights {
  const { edit, join } = useMay();
  const { me } = usePeople();
  const keepOwn = join && me !== null && roleAtLeast(me.role, "viewer");
  const mayChange = ({ ownerId }: ItemDto) => (ownerId === null ? edit : keepOwn);
  const mayTick = (item: ItemDto) => mayChange(item) || (keepOwn && item.assigneeId === me.id);
  return { edit, keepOwn, mayTick, mayChange };
}
