import { useState } from 'react';
import { ApiError } from '#admin/api/api-error.ts';
import { type FormValues, isSame } from './row-edits.ts';

interface Attempt<Answer> {
  readonly body: FormValues;
  readonly send: () => Promise<Answer>;
}

/** Sends adds. If an answer was lost, the same call is repeated with the same key, so that nothing is added twice. */
export function createAttempts<Answer>(newKey: () => string = () => crypto.randomUUID()) {
  let unanswered: Attempt<Answer> | undefined;
  const forget = () => {
    unanswered = undefined;
  };
  return {
    /** Whether the last call had this body and no answer. */
    isRepeat: (body: FormValues) => unanswered !== undefined && isSame(unanswered.body, body),
    forget,
    send: async (body: FormValues, call: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
      const key = newKey();
      const attempt = unanswered !== undefined && isSame(unanswered.body, body) ? unanswered : { body, send: async () => call(key) };
      unanswered = attempt;
      try {
        const answer = await attempt.send();
        forget();
        return answer;
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'answered' && !error.isTemporary) forget();
        throw error;
      }
    },
  };
}

export function useAttempts<Answer>() {
  const [attempts] = useState(() => createAttempts<Answer>());
  return attempts;
}
