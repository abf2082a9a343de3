import * as z from "zod";
import { AT_LEAST_ONE_FIELD, atLeastOneField, Id, NewId, rowFields } from "../fields.ts";
import { LIST_RESOURCES, type ListKind, type ListResource } from "./list-resources.ts";

type Shape = Readonly<Record<string, z.ZodType>>;
type NullableShape<S extends Shape> = { [K in keyof S]: z.ZodNullable<S[K]> };
type OptionalShape<S extends Shape> = { [K in keyof S]: z.ZodOptional<S[K]> };
type FieldOf<K extends ListKind> = ListResource<K>["fields"][number];

interface Fields<K extends ListKind, Required extends Shape, Optional extends Shape> {
  /** The name of a row's schema in the OpenAPI document. */
  id: string;
  /** The fields that every row has. */
  required: Required & { title: z.ZodType<string> };
  /** The other fields, which may be null; a new row has null where the client sends nothing. */
  optional: Optional & Record<Exclude<FieldOf<K>, keyof Required>, z.ZodType>;
}

/** The schemas of a list resource: of its rows, and of the bodies that create, change and move one. */
export function listSchema<const K extends ListKind, Required extends Shape, Optional extends Shape>(
  kind: K,
  { id, required, optional }: Fields<K, Required, Optional>,
) {
  const { list } = LIST_RESOURCES[kind];
  const nullable = mapped(optional, (field) => field.nullable()) as NullableShape<Optional>;
  const given: Required & OptionalShape<NullableShape<Optional>> = {
    ...required,
    ...(mapped(nullable, (field) => field.optional()) as OptionalShape<NullableShape<Optional>>),
  };
  const changed = mapped({ ...required, ...nullable }, (field) => field.optional()) as OptionalShape<
    Required & NullableShape<Optional>
  >;
  return {
    kind,
    list: list as ListResource<K>["list"],
    /** The body that creates a row. */
    New: z.strictObject({ id: NewId.optional(), ...given }),
    /** The body that changes a row. */
    Patch: z.strictObject(changed).refine(atLeastOneField, AT_LEAST_ONE_FIELD),
    /** The body that moves a row behind another one. */
    Move: z.strictObject({
      afterId: Id.nullable().meta({ description: `the ${kind} that it follows; null: first` }),
    }),
    /** A row in answers and events. */
    Row: z
      .object({
        id: Id,
        position: z.string().meta({ description: "order within the list: compare as bytes, then by id" }),
        ...required,
        ...nullable,
        ...rowFields,
      })
      .meta({ id }),
    /** A row in a trip file, where the order of the list stands for positions. */
    FileRow: z.strictObject({ id: Id, ...required, ...nullable }),
  };
}

function mapped(shape: Shape, change: (field: z.ZodType) => z.ZodType): Shape {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, change(field)]));
}
