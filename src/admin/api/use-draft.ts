import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { forgetDraft, readDraft, registerDraft } from './drafts.ts';

/** What a form of this page held when the session ended, to start from; undefined when there is nothing. */
export function useOldDraft<Values>(name: string, schema: z.ZodType<Values>): Values | undefined {
  const [draft] = useState(() => schema.safeParse(readDraft(name)).data);
  return draft;
}

/**
 * While a form is open, asks `getValues` for what to put aside should the session end: undefined keeps nothing. What was put
 * aside earlier is forgotten.
 */
export function useKeptDraft(name: string, getValues: () => unknown): void {
  const readValues = useEffectEvent(getValues);
  useEffect(() => {
    forgetDraft(name);
    return registerDraft(name, () => readValues());
  }, [name]);
}

/** Both at once, for a form that keeps its own values: gives what to start from (decision 26). */
export function useDraft<Values>(name: string, schema: z.ZodType<Values>, getValues: () => Values | undefined): Values | undefined {
  const draft = useOldDraft(name, schema);
  useKeptDraft(name, getValues);
  return draft;
}
