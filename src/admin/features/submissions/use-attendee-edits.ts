import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import { ApiError, isConflict, messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { inParallel } from '#admin/api/in-parallel.ts';
import { useKeptDraft, useOldDraft } from '#admin/api/use-draft.ts';
import { problemsIn } from '#admin/api/use-edits.ts';
import { api } from '#contract/api.ts';
import {
  type AttendeeAction,
  type AttendeeRowState,
  attendeeEditsSchema,
  changedRows,
  needsLook,
  reduceAttendeeEdits,
  savedAttendee,
} from './attendee-edits.ts';
import { editedAttendees } from './submission-mutations.ts';
import { eventSubmissions } from './submission-owner.ts';

/** Calls under way at once, as for the import (decision 41). */
const SAVES_AT_ONCE = 6;
/** Enough to find one attendee among those who share their address. */
const NAMESAKES = 100;

/** An attendee that could not be saved, and why. */
export interface FailedAttendee {
  readonly name: string;
  readonly reason: string;
}

const OVERTAKEN = 'somebody else has changed this meanwhile';
const GONE = 'somebody else has deleted this attendee meanwhile';
const NOT_FOUND = 404;

const nameOf = ({ saved: { values } }: AttendeeRowState): string => `${values.first_name} ${values.last_name}`;

const reasonOf = (error: unknown): string => {
  if (isConflict(error)) return OVERTAKEN;
  return error instanceof ApiError && error.status === NOT_FOUND ? GONE : messageOf(error);
};

/** What is wrong with a row before it is sent. */
const wrongWords = ({ problems }: AttendeeRowState): string => Object.values(problems)[0] ?? OVERTAKEN;

/** One attendee as the server holds them now; `email` is their present address. Undefined when they are not found. */
async function readAttendee(seriesId: string, eventId: string, { id, email }: { id: string; email: string }) {
  const query = { search: email, limit: NAMESAKES };
  const page = await call(api.getEvent, { params: { id: seriesId, eventId }, query });
  return page.submissions.find((submission) => submission.id === id);
}

/** What is typed over attendees of an event, in the list or scrolled and searched away, and how to save it. */
export function useAttendeeEdits(seriesId: string, eventId: string) {
  const queryClient = useQueryClient();
  const cache = editedAttendees(queryClient, eventSubmissions(seriesId, eventId));
  const kept = useOldDraft('attendees', attendeeEditsSchema);
  const [edits, dispatch] = useReducer(reduceAttendeeEdits, kept ?? {});
  const rows = changedRows(edits);
  useKeptDraft('attendees', () => (rows.length > 0 ? edits : undefined));

  const noteFailure = async ({ saved: { id, values } }: AttendeeRowState, error: unknown) => {
    if (!isConflict(error)) {
      dispatch({ type: 'refused', id, refused: problemsIn(error, values) });
      return;
    }
    const { email = values.email } = error.current;
    const now = await readAttendee(seriesId, eventId, { id, email: String(email) });
    if (now === undefined) return;
    cache.put([now]);
    dispatch({ type: 'overtaken', now: savedAttendee(now) });
  };

  const saving = useMutation({
    mutationFn: async () => {
      const failed: FailedAttendee[] = [];
      await inParallel(rows, SAVES_AT_ONCE, async (row) => {
        try {
          const params = { id: seriesId, eventId, submissionId: row.saved.id };
          const now = await call(api.editSubmission, { params, body: { ...row.changed }, ifMatch: row.saved.version });
          cache.put([now]);
          dispatch({ type: 'saved', sent: row.changed, now: savedAttendee(now) });
        } catch (error) {
          failed.push({ name: nameOf(row), reason: reasonOf(error) });
          // That they cannot be read is no further news: the next save will meet the same.
          await noteFailure(row, error).catch(() => undefined);
        }
      });
      if (failed.length < rows.length) await cache.readCountsAgain();
      return failed;
    },
  });

  return {
    edits,
    dispatch: (action: AttendeeAction) => dispatch(action),
    changed: rows.length,
    /** Those that cannot be saved as they stand. */
    wrong: rows.filter(needsLook).map((row): FailedAttendee => ({ name: nameOf(row), reason: wrongWords(row) })),
    /** Sends one call for each edited attendee. Gives those that were not saved. */
    save: saving.mutateAsync,
  };
}
