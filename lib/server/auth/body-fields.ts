/** Fields of a JSON body that better-auth has not validated yet: any field may be missing or of another type. */
export type BodyFields = ReadonlyMap<string, unknown>;

export function bodyFields(text: string): BodyFields {
  try {
    const body: unknown = JSON.parse(text);
    return new Map(typeof body === "object" && body !== null ? Object.entries(body) : []);
  } catch {
    return new Map();
  }
}
