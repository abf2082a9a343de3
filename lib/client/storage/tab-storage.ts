/** Texts of this tab that survive a reload; where the browser refuses storage, they end with the page. */
export interface TabStorage {
  read(name: string): string | null;
  /** An empty text deletes the entry. */
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
      // Where the browser refuses access to its storage, or the storage is full, the text lives only as long as the
      // page.
    }
  },
};
