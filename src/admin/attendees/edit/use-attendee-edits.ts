import { useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import { isConflict, isNotFound, messageOf } from '#admin/api/api-error.ts';
import { inParallel } from '#admin/api/in-parallel.ts';
import { useDraftSaver, useSavedDraft } from '#admin/records/drafts.ts';
import { reduceRowEdits, saveRow } from '#admin/records/row-edits.ts';
import { call } from '#admin/session/call.ts';
import { fullName } from '#admin/ui/format/full-name.ts';
import { attendeeCallsOf } from '#contract/attendees/attendee-calls.ts';
import type { AddressMails, Submission } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { attendeeListCache } from '../attendee-list-cache.ts';
import {
  type AttendeeAction,
  type AttendeeEdits,
  attendeeEditsSchema,
  type AttendeeState,
  attendeeState,
  changedRows,
  needsAttention,
  savedAttendee,
} from './attendee-edits.ts';

export interface FailedAttendee {
  readonly name: string;
  readonly reason: string;
}

const CHANGED_BY_OTHERS = 'someone else changed this in the meantime';
const DELETED_BY_OTHERS = 'someone else deleted this attendee in the meantime';
const failure = ({ saved: { values } }: AttendeeState, reason: string): FailedAttendee => ({ name: fullName(values), reason });

function reasonOf(error: unknown): string {
  if (isConflict(error)) return CHANGED_BY_OTHERS;
  return isNotFound(error) ? DELETED_BY_OTHERS : messageOf(error);
}

interface SaveRequest {
  /** The event in whose list the rows are, or their form. */
  readonly scope: AttendeeScope;
  readonly rows: readonly AttendeeState[];
  readonly mails?: AddressMails;
}

export type AttendeeEditing = ReturnType<typeof useAttendeeEdits>;
export type KeptEdits = readonly [edits: AttendeeEdits, dispatch: (action: AttendeeAction) => void];

/** The edits of attendees on this page, under the name of their draft. */
export function useKeptEdits(draftName: string): KeptEdits {
  const draft = useSavedDraft(draftName, attendeeEditsSchema);
  const [edits, dispatch] = useReducer<AttendeeEdits, [AttendeeAction]>(reduceRowEdits, draft ?? {});
  useDraftSaver(draftName, () => (Object.keys(edits).length > 0 ? edits : undefined));
  return [edits, dispatch];
}

/** The unsaved edits of attendees of a form with these fields, including those that no list shows now, and how to save them. */
export function useAttendeeEdits(fields: readonly FormField[], [edits, dispatch]: KeptEdits) {
  const queryClient = useQueryClient();
  const rows = changedRows(edits, fields);

  const toRow = (submission: Submission) => savedAttendee(submission, fields);

  const save = async ({ scope, rows: sent, mails }: SaveRequest): Promise<FailedAttendee[]> => {
    const cache = attendeeListCache(queryClient, scope);
    const saveAttendee = async (row: AttendeeState) => {
      const { id } = row.saved;
      return saveRow(row, {
        send: async (body, { ifMatch }) =>
          cache.replace(
            await call(attendeeCallsOf[scope.kind].edit, { params: { ...scope, submissionId: id }, body: { ...body, ...mails }, ifMatch }),
          ),
        toRow,
        readAgain: async () => cache.readAgain(id).then((now) => now && toRow(now)),
        dispatch,
      });
    };
    const failed: FailedAttendee[] = [];
    await inParallel(sent, async (row) => {
      await saveAttendee(row).catch((error: unknown) => failed.push(failure(row, reasonOf(error))));
    });
    if (failed.length < sent.length) await cache.invalidate();
    return failed;
  };

  return {
    edits,
    dispatch,
    rows,
    rowOf: (submission: Submission) => attendeeState(toRow(submission), edits[submission.id], fields),
    wrong: rows.filter(needsAttention).map((row) => failure(row, Object.values(row.problems)[0] ?? CHANGED_BY_OTHERS)),
    /** Sends one call per edited attendee. Resolves to those that were not saved. */
    save,
    discard: () => {
      for (const id of Object.keys(edits)) dispatch({ type: 'dropped', row: { id } });
    },
  };
}
