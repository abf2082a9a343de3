/** Texts that this tab keeps over a reload; where the browser keeps nothing, they go with the page. */
export interface TabStorage {
  read(name: string): string | null;
  /** An empty text is forgotten. */
  write(name: string, text: string): void;
}

export const tabStorage: TabStorage = {
  read(name) {
    try {
      return window.sessionStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write(name, text) {
    try {
      if (text === "") window.sessionStorage.removeItem(name);
      else window.sessionStorage.setItem(name, text);
    } catch {
      // Refused, or full.
    }
  },
};
