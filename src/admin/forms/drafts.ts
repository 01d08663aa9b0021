import { pathWithoutSlug } from '#admin/paths.ts';
import { ownKey } from '#admin/storage-owner.ts';
import { removeFromTab, writeToTab, readFromTab } from '#admin/tab-storage.ts';

/** The registered forms by storage key. Their values are only read when they are about to be lost. */
const forms = new Map<string, () => unknown>();

const keyOf = (name: string): string => `${ownKey('draft')}:${pathWithoutSlug(window.location.pathname)}:${name}`;

/** Registers a form whose contents outlive a session that ends; `getValues` may return undefined. Returns how to end it. */
export function registerDraft(name: string, getValues: () => unknown): () => void {
  const key = keyOf(name);
  forms.set(key, getValues);
  return () => forms.delete(key);
}

/** Stores the values of all registered forms, for this tab only. */
export function saveDrafts(): void {
  for (const [key, getValues] of forms) {
    const values = getValues();
    if (values !== undefined) writeToTab(key, JSON.stringify(values));
  }
}

/** The stored draft of a form on this page; it stays until it is removed. */
export function readDraft(name: string): unknown {
  const text = readFromTab(keyOf(name));
  return text === undefined ? undefined : JSON.parse(text);
}

export const removeDraft = (name: string): void => removeFromTab(keyOf(name));

/** Whether a form on this page has a stored draft, and so is opened at once. */
export const hasDraft = (name: string): boolean => readFromTab(keyOf(name)) !== undefined;
