import { type InfiniteData, useMutation } from '@tanstack/react-query';
import { queryClient } from '#admin/api/query-client.ts';
import { type AttendeePages, changeRows, isLong, type RowChanges, rowsOf } from '#admin/reads/attendee-rows.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { invalidateCounts, readSome, showAdded } from '#admin/reads/submission-queries.ts';
import { call } from '#admin/session/call.ts';
import { fullName } from '#admin/ui/format/full-name.ts';
import { showError, showFailure, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { attendeeCalls, attendeeCallsOf } from '#contract/attendees/attendee-calls.ts';
import type { Person } from '#contract/attendees/person.ts';
import { SOME_MAX, type SomeSubmissions, type Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope, EventScope } from '#contract/forms/form-ref.ts';
import { emailKey } from '#contract/rules/email.ts';
import { deleteSubmissions } from './dialogs/delete-submissions.ts';
import type { AttendeeBody } from './dialogs/new-attendee.ts';

type PersonPages = InfiniteData<Person, string>;

const changeSignUp = (person: PersonPages | undefined, now: Submission): PersonPages | undefined =>
  person && {
    ...person,
    pages: person.pages.map((page) => ({
      ...page,
      signups: page.signups.map((signUp) => (signUp.submission.id === now.id ? { ...signUp, submission: now } : signUp)),
    })),
  };

type Addresses = ReadonlySet<string>;

/** Reads those of these rows that have one of the addresses again, in their places. */
async function readRows(scope: AttendeeScope, rows: readonly Submission[], addresses: Addresses): Promise<void> {
  const ids = [...new Set(rows.filter(({ email }) => addresses.has(emailKey(email))).map(({ id }) => id))].slice(0, SOME_MAX);
  if (ids.length > 0) attendeeListCache(scope).showSome(await readSome(scope, ids));
}

/** Rereads short lists as a whole, and in long ones the loaded rows that share an address with a deleted one. */
async function readTwins(scope: AttendeeScope, addresses: Addresses): Promise<void> {
  const lists = queryClient.getQueriesData<AttendeePages>({ queryKey: queryKeys.attendees(scope) });
  const rows = lists.flatMap(([, data]) => (isLong(data) ? rowsOf(data) : []));
  const short = lists.filter(([, data]) => !isLong(data));
  await Promise.all([
    ...short.map(([queryKey]) => queryClient.invalidateQueries({ queryKey, exact: true })),
    readRows(scope, rows, addresses),
  ]);
}

/** Removes deleted submissions from all cached lists. A list without loaded rows, but with more on the server, is reset. */
async function removeFromLists(scope: AttendeeScope, deletedIds: ReadonlySet<string>): Promise<void> {
  const lists = { queryKey: queryKeys.attendees(scope) };
  const deleted = queryClient
    .getQueriesData<AttendeePages>(lists)
    .flatMap(([, data]) => rowsOf(data))
    .filter(({ id }) => deletedIds.has(id));
  queryClient.setQueriesData<AttendeePages>(lists, (data) => changeRows(data, { gone: deletedIds }));
  const withoutRows = queryClient
    .getQueriesData<AttendeePages>(lists)
    .filter(([, data]) => (data?.pages[0]?.matches_count ?? 0) > 0 && rowsOf(data).length === 0);
  // First, since a list must not take its count from an outdated card.
  const counts = invalidateCounts(scope);
  await Promise.all(withoutRows.map(([queryKey]) => queryClient.resetQueries({ queryKey, exact: true })));
  await Promise.all([counts, readTwins(scope, new Set(deleted.map(({ email }) => emailKey(email))))]);
}

const statusOf = ({ _registration: registration }: Submission) => registration?.status ?? 'confirmed';

async function undoAdding(scope: EventScope, added: Submission): Promise<void> {
  const failure = `${fullName(added)} was not removed.`;
  try {
    const [now = added] = (await readSome(scope, [added.id], { registration: 'all' })).submissions;
    if (now._version !== added._version || Boolean(now._attended_at) || statusOf(now) !== statusOf(added)) {
      showFailure({ title: failure, text: 'Their registration has changed since. Remove them from the list.' });
      return;
    }
    await removeOne(scope, added.id);
    await removeFromLists(scope, new Set([added.id]));
  } catch (error) {
    showError(failure, error);
  }
}

export async function addAttendee(scope: EventScope, attendee: AttendeeBody, idempotencyKey: string): Promise<void> {
  const added = await call(attendeeCalls.addSubmission, { params: scope, body: attendee, idempotencyKey });
  // A confirmation that was sent cannot be recalled: the place is cancelled instead, and the person can be notified.
  const action = attendee['_confirm'] === true ? {} : { action: { label: 'Undo', onClick: () => void undoAdding(scope, added) } };
  showSuccess({ title: `Added ${fullName(added)}.`, ...action });
  await showAdded(scope);
}

/** Replaces edited rows in place; lists are only reread when next shown, since a new order would move rows while someone is editing. */
export function attendeeListCache(scope: AttendeeScope) {
  const lists = { queryKey: queryKeys.attendees(scope) };
  const loaded = () => queryClient.getQueriesData<AttendeePages>(lists).flatMap(([, data]) => rowsOf(data));
  const change = (changes: RowChanges) => {
    const emails = new Map(changes.now?.map(({ id, email }) => [id, emailKey(email)]));
    const moved = loaded().flatMap(({ id, email }) => {
      const [from, to = from] = [emailKey(email), emails.get(id)];
      return from === to ? [] : [from, to];
    });
    queryClient.setQueriesData<AttendeePages>(lists, (data) => changeRows(data, changes));
    // People who have or had the same address may be duplicates now, or no longer. A failed read is corrected by the next one of the list.
    if (moved.length > 0) void readRows(scope, loaded(), new Set(moved)).catch(() => undefined);
  };
  const replace = (now: Submission) => {
    change({ now: [now] });
    queryClient.setQueriesData<PersonPages>({ queryKey: queryKeys.persons }, (person) => changeSignUp(person, now));
    return now;
  };
  return {
    replace,
    /** Undefined for one that was deleted in the meantime. */
    readAgain: async (id: string): Promise<Submission | undefined> => {
      const [now] = (await readSome(scope, [id], { registration: 'all' })).submissions;
      return now && replace(now);
    },
    /** Shows rows as they were read, and which of their addresses are duplicates now. */
    showSome: ({ submissions, duplicate_emails: duplicates }: SomeSubmissions) => change({ now: submissions, duplicates }),
    invalidate: async () => {
      await queryClient.invalidateQueries({ ...lists, refetchType: 'none' });
      await invalidateCounts(scope);
    },
  };
}

const removeOne = (scope: AttendeeScope, submissionId: string) =>
  call(attendeeCallsOf[scope.kind].remove, { params: { ...scope, submissionId } });

/** Long lists are not reread: one scrolled to its ten-thousandth row would take a hundred calls. */
export function useDeleteSubmissions(scope: AttendeeScope) {
  return useMutation({
    mutationFn: ({ submissions, onProgress }: { submissions: readonly Submission[]; onProgress: (doneCount: number) => void }) =>
      deleteSubmissions(submissions, (submissionId) => removeOne(scope, submissionId), onProgress),
    onSuccess: async ({ deletedIds }) => removeFromLists(scope, deletedIds),
  });
}
