import { isNode, nameOf, readSource, type Node } from "./scopes.ts";

export type NameKind = "function" | "type" | "class" | "constant" | "component";

export interface ExportedName {
  readonly file: string;
  readonly kind: NameKind;
  readonly name: string;
}

const KINDS: Readonly<Record<string, NameKind>> = {
  FunctionDeclaration: "function",
  ClassDeclaration: "class",
  TSInterfaceDeclaration: "type",
  TSTypeAliasDeclaration: "type",
  TSEnumDeclaration: "type",
};
const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

/** Returns the kind of a function. A function of a .tsx file is a component when its name begins with a capital. */
function functionKind(file: string, name: string): NameKind {
  return file.endsWith(".tsx") && /^[A-Z][a-z]/.test(name) ? "component" : "function";
}

function variableNames(file: string, { id, init }: Node): ExportedName[] {
  const isFunction = isNode(init) && FUNCTIONS.has(init.type);
  const isComponent = isNode(init) && init.type === "CallExpression";
  return (nameOf(id)?.split(", ") ?? []).map((name) => {
    const kind = functionKind(file, name);
    if (isFunction || (isComponent && kind === "component")) return { file, kind, name };
    return { file, kind: "constant", name };
  });
}

function declaredNames(file: string, declaration: Node): ExportedName[] {
  if (declaration.type === "VariableDeclaration")
    return (declaration.declarations as Node[]).flatMap((variable) => variableNames(file, variable));
  const kind = KINDS[declaration.type];
  const name = nameOf(declaration.id);
  if (kind === undefined || name === undefined) return [];
  return [{ file, kind: kind === "function" ? functionKind(file, name) : kind, name }];
}

/** Returns the names that a file declares and exports. A name that a file passes on belongs to the other file. */
export function exportedNamesOf(file: string, source: string): ExportedName[] {
  const { body } = readSource(file, source);
  const exports = body.filter(({ type }) => /^Export(Named|Default)Declaration$/.test(type));
  const inPlace = exports.flatMap(({ declaration }) =>
    isNode(declaration) ? declaredNames(file, declaration) : [],
  );
  const lists = exports
    .filter(({ source: from }) => !isNode(from))
    .flatMap(({ specifiers }) => specifiers ?? []);
  const listed = new Set((lists as Node[]).map(({ local }) => nameOf(local)));
  const declared = body.flatMap((statement) => declaredNames(file, statement));
  return [...inPlace, ...declared.filter(({ name }) => listed.has(name))];
}
