/** JSON that PostgreSQL has built already; it goes out as it is. */
export class JsonText<T> {
  readonly text: string;
  /** Only for the type checker: what the text holds. */
  declare readonly holds: T;

  constructor(text: string) {
    this.text = text;
  }
}
