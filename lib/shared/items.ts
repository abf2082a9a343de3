import * as z from "zod";
import {
  AT_LEAST_ONE_FIELD,
  atLeastOneField,
  CalendarDate,
  Id,
  Instant,
  labelField,
  NewId,
  rowFields,
} from "./fields.ts";

export const ITEM_LISTS = ["packing", "todo"] as const;
export const ItemList = z.enum(ITEM_LISTS);
export type ItemList = z.infer<typeof ItemList>;

/** Maximum number of live items of one trip. */
export const MAX_ITEMS = 1000;

const fields = {
  section: labelField(60).nullable().optional().meta({ description: "a heading that items share" }),
  assigneeId: Id.nullable().optional().meta({ description: "member id; null: nobody in particular" }),
  dueDate: CalendarDate.nullable().optional(),
};

export const NewItem = z.strictObject({
  id: NewId.optional(),
  list: ItemList,
  text: labelField(300),
  isPrivate: z.boolean().optional().meta({ description: "only the caller sees it" }),
  ...fields,
});
export type NewItem = z.infer<typeof NewItem>;

/** Several items in one request, e.g. from a template: all or none are created. */
export const NewItems = z.strictObject({ items: z.array(NewItem).min(1).max(100) });
export type NewItems = z.infer<typeof NewItems>;

export const ItemPatch = z
  .strictObject({
    text: labelField(300).optional(),
    isDone: z.boolean().optional(),
    isPrivate: z.literal(false, "What others have seen can't become private.").optional(),
    ...fields,
  })
  .refine(atLeastOneField, AT_LEAST_ONE_FIELD);
export type ItemPatch = z.infer<typeof ItemPatch>;

export const ItemMove = z.strictObject({
  afterId: Id.nullable().meta({ description: "the item that it follows; null: first" }),
  section: labelField(60).nullable().optional(),
});
export type ItemMove = z.infer<typeof ItemMove>;

export const ItemDto = z
  .object({
    id: Id,
    list: ItemList,
    position: z.string().meta({ description: "order within the list: compare as bytes, then by id" }),
    text: z.string(),
    section: z.string().nullable(),
    assigneeId: Id.nullable(),
    dueDate: z.string().nullable(),
    doneAt: Instant.nullable(),
    ownerId: Id.nullable().meta({ description: "null: everybody's; else the only user who sees it" }),
    ...rowFields,
  })
  .meta({ id: "Item" });
export type ItemDto = z.infer<typeof ItemDto>;
