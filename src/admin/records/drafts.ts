import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { stored } from '#admin/browser-storage.ts';
import { pathWithoutSlug } from '#admin/paths.ts';
import { ownKey } from '#admin/storage-owner.ts';

/** The registered forms by storage key. Their values are only read when they are about to be lost. */
const forms = new Map<string, () => unknown>();

const keyOf = (name: string): string => `${ownKey('draft')}:${pathWithoutSlug(window.location.pathname)}:${name}`;
const draftAt = (key: string) => stored(key, z.unknown(), 'session');

/** Registers a form whose contents outlive the session; `getValues` may return undefined. Returns a function that unregisters it. */
export function registerDraft(name: string, getValues: () => unknown): () => void {
  const key = keyOf(name);
  forms.set(key, getValues);
  return () => forms.delete(key);
}

/** Stores the values of all registered forms, for this tab only. */
export function saveDrafts(): void {
  for (const [key, getValues] of forms) {
    const values = getValues();
    if (values !== undefined) draftAt(key).write(values);
  }
}

export const readDraft = (name: string): unknown => draftAt(keyOf(name)).read();
export const removeDraft = (name: string): void => draftAt(keyOf(name)).remove();

/** Whether a form on this page has a stored draft, so that it is opened immediately. */
export const hasDraft = (name: string): boolean => readDraft(name) !== undefined;

/** Whether any form on this page has one. */
export const hasAnyDraft = (): boolean => Object.keys(window.sessionStorage).some((key) => key.startsWith(keyOf('')));

/** The draft that was stored when a session ended, read once; undefined when there is none. */
export function useSavedDraft<Values>(name: string, schema: z.ZodType<Values>): Values | undefined {
  const [draft] = useState(() => schema.safeParse(readDraft(name)).data);
  return draft;
}

/** While a form is mounted, `getValues` returns what to store if the session ends. Removes an earlier draft. */
export function useDraftSaver(name: string, getValues: () => unknown): void {
  const readValues = useEffectEvent(getValues);
  useEffect(() => {
    removeDraft(name);
    return registerDraft(name, () => readValues());
  }, [name]);
}
