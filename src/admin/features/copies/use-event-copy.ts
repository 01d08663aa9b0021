import { useState } from 'react';
import { errorsByField, messageOf } from '#admin/api/api-error.ts';
import { useDraftSaver, useSavedDraft } from '#admin/forms/use-draft.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { useNow } from '#admin/ui/format/use-now.ts';
import type { Event } from '#contract/event.ts';
import { copyDraftName } from './copy-draft.ts';
import { useCopyEvent } from './copy-mutations.ts';
import { copyProblems, type CopyProblems, type EventCopyValues, eventCopyBody, eventCopyDraft, newEventCopy } from './event-copy-values.ts';

interface EventCopy {
  readonly values: EventCopyValues;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  /** By field, once it was tried to send it. */
  readonly problems: CopyProblems;
  /** Why the call failed, where no field says so. */
  readonly failure: string | undefined;
  readonly set: (part: Partial<EventCopyValues>) => void;
  readonly submit: () => void;
  readonly reset: () => void;
}

function refusalOf(error: unknown): { problems: CopyProblems; failure: string | undefined } {
  const { event_title: title, ...others } = errorsByField(error);
  if (title !== undefined) return { problems: { title }, failure: undefined };
  return { problems: {}, failure: error === null ? undefined : (Object.values(others)[0] ?? messageOf(error)) };
}

/** What is typed in the dialog that copies an event, and how it is sent. */
export function useEventCopy(seriesId: string, event: Event, { opened, onClose }: { opened: boolean; onClose: () => void }): EventCopy {
  const dates = useDates();
  const now = useNow();
  const copying = useCopyEvent(seriesId, event.id);
  const [changed, setChanged] = useState(useSavedDraft(copyDraftName(event.id), eventCopyDraft));
  const [isSent, setSent] = useState(false);
  useDraftSaver(copyDraftName(event.id), () => (opened ? changed : undefined));
  const values = changed ?? newEventCopy(event, dates, now);
  const found = copyProblems(values);
  const refusal = refusalOf(copying.error);
  return {
    values,
    isChanged: changed !== undefined,
    isPending: copying.isPending,
    problems: { ...(isSent ? found : {}), ...refusal.problems },
    failure: refusal.failure,
    set: (part) => {
      copying.reset();
      setChanged({ ...values, ...part });
    },
    submit: () => {
      setSent(true);
      if (Object.keys(found).length === 0) copying.mutate(eventCopyBody(values, event.event_title), { onSuccess: onClose });
    },
    reset: () => {
      copying.reset();
      setChanged(undefined);
      setSent(false);
    },
  };
}
