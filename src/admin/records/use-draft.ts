import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { removeDraft, readDraft, registerDraft } from './drafts.ts';

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
