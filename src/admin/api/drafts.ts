import { barePath } from '#admin/paths.ts';
import { forgetInTab, keepInTab, readFromTab } from '#admin/tab-storage.ts';

const PREFIX = 'turnout:draft:';

/** What is being typed, by name; asked only when it is about to be lost. */
const open = new Map<string, () => unknown>();

const keyOf = (name: string): string => `${PREFIX}${barePath(window.location.pathname)}:${name}`;

/**
 * Registers a form whose contents outlive a session that ends (decision 26). `getValues` gives what is typed, or
 * undefined when nothing worth keeping is. The name is unique within its page.
 * @returns ends the registration
 */
export function registerDraft(name: string, getValues: () => unknown): () => void {
  const key = keyOf(name);
  open.set(key, getValues);
  return () => open.delete(key);
}

/** Puts aside what is typed in all open forms, for this tab only. */
export function keepDrafts(): void {
  for (const [key, getValues] of open) {
    const values = getValues();
    if (values !== undefined) keepInTab(key, JSON.stringify(values));
  }
}

/** What was put aside for a form of this page; it stays until it is forgotten. */
export function readDraft(name: string): unknown {
  const text = readFromTab(keyOf(name));
  return text === undefined ? undefined : JSON.parse(text);
}

/** Forgets what was put aside for a form of this page. */
export const forgetDraft = (name: string): void => forgetInTab(keyOf(name));

/** Whether something was put aside for a form of this page, which is then opened at once. */
export const hasDraft = (name: string): boolean => readFromTab(keyOf(name)) !== undefined;
