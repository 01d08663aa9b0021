/** Used when storage is switched off; it lasts as long as the page. */
const inMemory = new Map<string, string>();

/** Stores a text for this tab; returns whether it outlives a reload. */
export function writeToTab(key: string, text: string): boolean {
  try {
    window.sessionStorage.setItem(key, text);
    inMemory.delete(key);
    return true;
  } catch {
    inMemory.set(key, text);
    return false;
  }
}

/** The stored text, if any. */
export function readFromTab(key: string): string | undefined {
  const text = inMemory.get(key);
  if (text !== undefined) return text;
  try {
    return window.sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Removes the stored text. */
export function removeFromTab(key: string): void {
  inMemory.delete(key);
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Storage is off, so nothing was stored.
  }
}
