import { loadModule, parseSync } from "libpg-query";
import * as z from "zod";

/*
 * Checks whether the previous version of the service can work after a migration, from the migration's statements as
 * PostgreSQL itself parses them. During a deployment, servers of both versions run side by side, and after a rollback
 * only the previous version runs.
 */

const Name = z.object({ String: z.object({ sval: z.string() }) }).transform((node) => node.String.sval);
const Relation = z.object({ relname: z.string() }).transform(({ relname }) => relname);
const Constraint = z.looseObject({
  contype: z.string(),
  conname: z.string().optional(),
  keys: z.array(Name).default([]),
  fk_attrs: z.array(Name).default([]),
  raw_expr: z.unknown().optional(),
  exclusions: z.unknown().optional(),
});
type Constraint = z.infer<typeof Constraint>;
const Constraints = z.array(z.object({ Constraint }).transform((node) => node.Constraint)).default([]);
const Column = z.looseObject({ colname: z.string().default(""), constraints: Constraints });
const Command = z.looseObject({
  subtype: z.string(),
  name: z.string().optional(),
  def: z.looseObject({ ColumnDef: Column.optional(), Constraint: Constraint.optional() }).optional(),
});
const Table = z.looseObject({
  relation: Relation,
  tableElts: z.array(z.looseObject({ Constraint: Constraint.optional() })).default([]),
});
const Altered = z.looseObject({
  relation: Relation,
  cmds: z.array(z.object({ AlterTableCmd: Command }).transform((node) => node.AlterTableCmd)),
});
const Index = z.looseObject({
  idxname: z.string(),
  relation: Relation,
  unique: z.boolean().default(false),
});
const Renamed = z.looseObject({
  renameType: z.string(),
  relation: Relation.optional(),
  subname: z.string().optional(),
});
const Dropped = z.looseObject({ removeType: z.string(), objects: z.array(z.unknown()) });
const MadeFunction = z.looseObject({ funcname: z.array(Name), replace: z.boolean().default(false) });
const Trigger = z.looseObject({ trigname: z.string(), relation: Relation });

const HARMLESS = new Set([
  "CommentStmt",
  "CreateEnumStmt",
  "CreateExtensionStmt",
  "CreateSeqStmt",
  "InsertStmt",
  "SelectStmt",
  "UpdateStmt",
]);
const HARMLESS_ALTERATIONS = new Set([
  "AT_DropNotNull",
  "AT_SetRelOptions",
  "AT_SetStatistics",
  "AT_ValidateConstraint",
]);
/** The kinds of constraints that an `on conflict` of the previous version can name. */
const NAMED_BY_WRITES = new Set(["CONSTR_PRIMARY", "CONSTR_UNIQUE", "CONSTR_EXCLUSION"]);

/** What the migrations that were checked so far have created, as far as the rules need it. */
export interface KnownSchema {
  uniqueIndexes: Set<string>;
  /** The kind of each constraint, by the constraint's name. */
  constraints: Map<string, string>;
}

export function emptyKnownSchema(): KnownSchema {
  return { uniqueIndexes: new Set(), constraints: new Map() };
}

/** What one migration has created and the previous version therefore does not know. */
interface Fresh {
  tables: Set<string>;
  /** The new columns, by names in the form `table.column`. */
  columns: Set<string>;
}

/**
 * Returns the statements of a migration with which the previous version could not work, one text line each. It adds
 * what the migration creates to `known`.
 */
export async function incompatibleStatements(sql: string, known: KnownSchema): Promise<string[]> {
  await loadModule();
  const fresh: Fresh = { tables: new Set(), columns: new Set() };
  const { stmts } = z
    .object({ stmts: z.array(z.object({ stmt: z.record(z.string(), z.unknown()) })).default([]) })
    .parse(parseSync(sql));
  return stmts.flatMap(({ stmt }) =>
    Object.entries(stmt).flatMap(([kind, node]) => breaches(kind, node, known, fresh)),
  );
}

function breaches(kind: string, node: unknown, known: KnownSchema, fresh: Fresh): string[] {
  switch (kind) {
    case "CreateStmt":
      return noteTable(Table.parse(node), known, fresh);
    case "AlterTableStmt": {
      const { relation, cmds } = Altered.parse(node);
      return cmds.flatMap((command) => alteration(relation, command, known, fresh) ?? []);
    }
    case "IndexStmt":
      return index(Index.parse(node), known, fresh);
    case "RenameStmt": {
      const { renameType, relation, subname } = Renamed.parse(node);
      if (/INDEX|TABCONSTRAINT/.test(renameType)) return [];
      return [`renames ${[relation, subname].filter(Boolean).join(".")}`];
    }
    case "CreateFunctionStmt": {
      const { funcname, replace } = MadeFunction.parse(node);
      return replace ? [`replaces the function ${funcname.join(".")}`] : [];
    }
    case "CreateTrigStmt": {
      const { trigname, relation } = Trigger.parse(node);
      return fresh.tables.has(relation) ? [] : [`lets ${trigname} act on ${relation}`];
    }
    case "DropStmt":
      return dropped(Dropped.parse(node), known);
    default:
      return HARMLESS.has(kind) ? [] : [`${kind}, which these rules don't know to be harmless`];
  }
}

function noteTable(
  { relation, tableElts }: z.infer<typeof Table>,
  known: KnownSchema,
  fresh: Fresh,
): string[] {
  fresh.tables.add(relation);
  for (const { Constraint: constraint } of tableElts) if (constraint) noteConstraint(constraint, known);
  return [];
}

function noteConstraint({ conname, contype }: Constraint, known: KnownSchema): void {
  if (conname !== undefined) known.constraints.set(conname, contype);
}

function alteration(
  table: string,
  command: z.infer<typeof Command>,
  known: KnownSchema,
  fresh: Fresh,
): string | null {
  const { subtype, name = "", def } = command;
  if (def?.Constraint) noteConstraint(def.Constraint, known);
  if (fresh.tables.has(table) || HARMLESS_ALTERATIONS.has(subtype)) return null;
  if (subtype === "AT_AddColumn" && def?.ColumnDef) return addedColumn(table, def.ColumnDef, fresh);
  if (subtype === "AT_AddConstraint" && def?.Constraint) return addedConstraint(table, def.Constraint, fresh);
  if (subtype === "AT_ColumnDefault")
    return def === undefined ? `takes the default of ${table}.${name} away` : null;
  if (subtype === "AT_DropConstraint") {
    const isKnown = known.constraints.get(name);
    return isKnown === undefined || NAMED_BY_WRITES.has(isKnown) ? `drops the constraint ${name}` : null;
  }
  const said: Readonly<Record<string, string>> = {
    AT_DropColumn: `drops ${table}.${name}`,
    AT_AlterColumnType: `changes the type of ${table}.${name}`,
    AT_SetNotNull: `demands a value for ${table}.${name}`,
  };
  return said[subtype] ?? `${subtype} of ${table}, which these rules don't know to be harmless`;
}

function addedColumn(
  table: string,
  { colname, constraints }: z.infer<typeof Column>,
  fresh: Fresh,
): string | null {
  fresh.columns.add(`${table}.${colname}`);
  const kinds = new Set(constraints.map(({ contype }) => contype));
  const isFilled = ["CONSTR_DEFAULT", "CONSTR_GENERATED", "CONSTR_IDENTITY"].some((kind) => kinds.has(kind));
  return kinds.has("CONSTR_NOTNULL") && !isFilled ? `demands a value for the new ${table}.${colname}` : null;
}

/** A constraint over new columns only is allowed: the previous version writes nothing into these columns. */
function addedConstraint(table: string, constraint: Constraint, fresh: Fresh): string | null {
  const { keys, fk_attrs, raw_expr, exclusions, conname = "?" } = constraint;
  const columns = [...keys, ...fk_attrs, ...columnsIn(raw_expr), ...columnsIn(exclusions)];
  if (columns.length > 0 && columns.every((name) => fresh.columns.has(`${table}.${name}`))) return null;
  return `adds the constraint ${conname} to what ${table} had before`;
}

function index(
  { idxname, relation, unique, ...rest }: z.infer<typeof Index>,
  known: KnownSchema,
  fresh: Fresh,
): string[] {
  if (!unique) return [];
  known.uniqueIndexes.add(idxname);
  const columns = columnsIn(rest.indexParams);
  const isNew =
    fresh.tables.has(relation) || columns.some((name) => fresh.columns.has(`${relation}.${name}`));
  return isNew ? [] : [`makes ${relation} unique by ${idxname}`];
}

function dropped({ removeType, objects }: z.infer<typeof Dropped>, known: KnownSchema): string[] {
  const what = removeType.replace("OBJECT_", "").toLowerCase();
  const names = objects.map((object) => lastName(object));
  const missed = what === "index" ? names.filter((name) => known.uniqueIndexes.has(name)) : names;
  return missed.map((name) => `drops the ${what} ${name}`);
}

function lastName(node: unknown): string {
  return [...JSON.stringify(node).matchAll(/"sval":"([^"]+)"/g)].at(-1)?.[1] ?? "?";
}

/** Returns the columns that an expression or an index refers to. */
function columnsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(columnsIn);
  if (node === null || typeof node !== "object") return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "ColumnRef") return [lastName(value)];
    if (key === "IndexElem" && typeof value.name === "string") return [value.name];
    return columnsIn(value);
  });
}
