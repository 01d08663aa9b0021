import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { errorsByField, messageOf } from '#admin/api/api-error.ts';
import { useDraftSaver, useSavedDraft } from '#admin/forms/use-draft.ts';
import { copyDraftName } from './copy-draft.ts';

interface CopyFormOptions<Values, Field extends string, Body, Copied> {
  readonly sourceId: string;
  readonly draft: z.ZodType<Values>;
  readonly initial: Values;
  /** What is wrong, by field. */
  readonly problemsOf: (values: Values) => Partial<Record<Field, string>>;
  readonly bodyOf: (values: Values) => Body;
  /** The parts of the call whose refusal is shown at the field of that name. */
  readonly fields: readonly Field[];
  readonly copying: UseMutationResult<Copied, Error, Body>;
  readonly opened: boolean;
  readonly onCopied: (copied: Copied) => void;
}

interface CopyFormState<Values, Field extends string> {
  readonly values: Values;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  /** By field, once it was tried to send it. */
  readonly problems: Partial<Record<Field, string>>;
  /** Why the call failed, where no field says so. */
  readonly failure: string | undefined;
  readonly set: (part: Partial<Values>) => void;
  readonly submit: () => void;
  readonly reset: () => void;
}

/** What is typed in a dialog that copies, and how it is sent. */
export function useCopyForm<Values extends object, Field extends string, Body, Copied>({
  sourceId,
  draft,
  initial,
  problemsOf,
  bodyOf,
  fields,
  copying,
  opened,
  onCopied,
}: CopyFormOptions<Values, Field, Body, Copied>): CopyFormState<Values, Field> {
  const [changed, setChanged] = useState(useSavedDraft(copyDraftName(sourceId), draft));
  const [isSent, setSent] = useState(false);
  useDraftSaver(copyDraftName(sourceId), () => (opened ? changed : undefined));
  const values = changed ?? initial;
  const found = problemsOf(values);
  const refused = errorsByField(copying.error);
  const atFields: Partial<Record<Field, string>> = {};
  for (const field of fields) if (refused[field] !== undefined) atFields[field] = refused[field];
  const isShownAtField = Object.keys(atFields).length > 0;
  return {
    values,
    isChanged: changed !== undefined,
    isPending: copying.isPending,
    problems: { ...(isSent ? found : {}), ...atFields },
    failure: copying.error === null || isShownAtField ? undefined : (Object.values(refused)[0] ?? messageOf(copying.error)),
    set: (part) => {
      copying.reset();
      setChanged({ ...values, ...part });
    },
    submit: () => {
      setSent(true);
      if (Object.keys(found).length === 0) copying.mutate(bodyOf(values), { onSuccess: onCopied });
    },
    reset: () => {
      copying.reset();
      setChanged(undefined);
      setSent(false);
    },
  };
}
