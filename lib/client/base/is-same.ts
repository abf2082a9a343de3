/** Whether two values are identical, or are objects or lists whose parts are identical. */
export function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && isSameList(a, b);
  const fields = Object.keys(a);
  return fields.length === Object.keys(b).length && fields.every((field) => isSameField(a, b, field));
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => Object.is(part, b[index]));
}

function isSameField(a: object, b: object, field: string): boolean {
  return Object.hasOwn(b, field) && Object.is(Reflect.get(a, field), Reflect.get(b, field));
}
