/** Only used when the person has switched storage off: then what is kept lasts as long as the page. */
const inMemory = new Map<string, string>();

/** Keeps a text for this tab only: through reloads and visits elsewhere, where the browser lets us. */
export function keepInTab(key: string, text: string): void {
  try {
    window.sessionStorage.setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

/** What was kept in this tab; undefined when nothing was. */
export function readFromTab(key: string): string | undefined {
  const text = inMemory.get(key);
  if (text !== undefined) return text;
  try {
    return window.sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Forgets what was kept in this tab. */
export function forgetInTab(key: string): void {
  inMemory.delete(key);
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there either.
  }
}
