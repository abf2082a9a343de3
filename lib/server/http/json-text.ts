/** JSON text that PostgreSQL has built; it is sent unchanged. */
export class JsonText<T> {
  readonly text: string;
  /** The type that the text contains, for the type checker only. */
  declare readonly holds: T;

  constructor(text: string) {
    this.text = text;
  }
}
