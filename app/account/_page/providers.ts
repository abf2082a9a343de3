/** An identity provider that is configured, with its name. */
export interface Provider {
  id: string;
  name: string;
}
