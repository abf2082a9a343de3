import { parseSync } from "oxc-parser";

/** A part of a file that has a name: a declaration, a member of a type or of an object, or a call of a test. */
export interface Scope {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A node of the syntax tree. Its type is wider than oxc-parser's, so that one function reads nodes of all kinds. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const DECLARATIONS = new Set([
  "FunctionDeclaration",
  "ClassDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSEnumDeclaration",
  "TSModuleDeclaration",
]);
const MEMBERS = new Set([
  "Property",
  "PropertyDefinition",
  "MethodDefinition",
  "TSPropertySignature",
  "TSMethodSignature",
]);
/** The functions of Vitest and Playwright whose calls declare a test, a group of tests or what runs around tests. */
const TEST_CALL = /^(test|it|describe|beforeAll|beforeEach|afterAll|afterEach)$/;

export function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

/** Returns the statements of a file and its comments. */
export function readSource(file: string, source: string) {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} has a syntax error: ${errors[0]?.message}`);
  return { body: program.body as unknown as Node[], comments };
}

/** Returns the name of an identifier, of a property's key or of a pattern such as `{ a, b }`. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return String(node.name);
  if (node.type === "PrivateIdentifier") return `#${String(node.name)}`;
  if (node.type === "Literal") return String(node.value);
  const parts = (node.properties ?? node.elements) as unknown[] | undefined;
  const names = parts?.map((part) => nameOf(isNode(part) ? (part.value ?? part) : part));
  return names?.filter((name) => name !== undefined).join(", ") || undefined;
}

/** Returns the name of the function that a call begins with: `test` for `test.each(rows)("title", …)`. */
function calledName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  return nameOf(node.type === "Identifier" ? node : undefined) ?? calledName(node.callee ?? node.object);
}

/** Returns `test "title"` for a call that declares a test. */
function testName(call: Node): string | undefined {
  const called = calledName(call);
  if (call.type !== "CallExpression" || called === undefined || !TEST_CALL.test(called)) return undefined;
  const [title] = call.arguments as Node[];
  if (title?.type === "Literal") return `${called} "${String(title.value)}"`;
  return called;
}

function scopeName(node: Node): string | undefined {
  if (DECLARATIONS.has(node.type)) return nameOf(node.id);
  if (MEMBERS.has(node.type)) return nameOf(node.key);
  if (node.type === "VariableDeclaration") return nameOf((node.declarations as Node[])[0]?.id);
  if (node.type === "ExpressionStatement" && isNode(node.expression)) return testName(node.expression);
  if (node.type === "ExportNamedDeclaration" || node.type === "ExportDefaultDeclaration")
    return isNode(node.declaration) ? scopeName(node.declaration) : undefined;
  return undefined;
}

/** Returns the named parts of a file, each before the parts inside it. */
export function scopesOf(nodes: readonly unknown[]): Scope[] {
  return nodes.filter(isNode).flatMap((node) => {
    const name = scopeName(node);
    const own = name === undefined ? [] : [{ name, start: node.start, end: node.end }];
    return own.concat(scopesOf(Object.values(node).flat()));
  });
}
