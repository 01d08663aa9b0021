import type { QueryKey } from '@tanstack/react-query';
import { call, download } from '#admin/session/call.ts';
import { attendeeCallsOf } from '#contract/attendees/attendee-calls.ts';
import type { ChosenQuery, ExportQuery, PageQuery, SubmissionEdit, SubmissionPage } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { queryKeys } from './query-keys.ts';

export const submissionsKey = (scope: AttendeeScope): QueryKey =>
  scope.kind === 'series' ? queryKeys.event(scope.id, scope.eventId) : queryKeys.of(scope);

export const attendeesKey = (scope: AttendeeScope): QueryKey => [...submissionsKey(scope), 'attendees'];

interface SomeOptions extends Pick<PageQuery, 'registration'> {
  readonly signal?: AbortSignal;
}

/** The calls for the submissions of one event or marketing form, so that one table works for both. */
export function submissionCalls(scope: AttendeeScope) {
  const calls = attendeeCallsOf[scope.kind];
  return {
    readPage: (query: PageQuery, signal?: AbortSignal): Promise<SubmissionPage> => call(calls.page, { params: scope, query, signal }),
    readSome: (ids: readonly string[], { registration, signal }: SomeOptions = {}) => {
      const list = scope.kind === 'marketing' || registration === undefined ? {} : { registration };
      return call(calls.some, { params: scope, query: { ids: ids.join(','), ...list }, signal });
    },
    countFilters: (query: Pick<PageQuery, 'answers' | 'import' | 'today_from' | 'registration'>, signal: AbortSignal) =>
      call(calls.counts, { params: scope, query, signal }),
    countAnswers: (signal: AbortSignal) => call(calls.answers, { params: scope, signal }),
    edit: (submissionId: string, body: SubmissionEdit, ifMatch: number) =>
      call(calls.edit, { params: { ...scope, submissionId }, body, ifMatch }),
    remove: (submissionId: string) => call(calls.remove, { params: { ...scope, submissionId } }),
    download: (query: ExportQuery) => download(calls.exportAll, { params: scope, query }),
    downloadChosen: (ids: string[], query: ChosenQuery) => download(calls.exportChosen, { params: scope, query, body: { ids } }),
  };
}
