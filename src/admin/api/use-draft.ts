import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { forgetDraft, readDraft, registerDraft } from './drafts.ts';

/**
 * What a form of this page held when the session ended, once, to start from; undefined when there is nothing. While the
 * form is open, `getValues` is asked for what to put aside should the session end: undefined keeps nothing.
 */
export function useDraft<Values>(name: string, schema: z.ZodType<Values>, getValues: () => Values | undefined): Values | undefined {
  const [draft] = useState(() => schema.safeParse(readDraft(name)).data);
  const readValues = useEffectEvent(getValues);
  useEffect(() => {
    forgetDraft(name);
    return registerDraft(name, () => readValues());
  }, [name]);
  return draft;
}
