import type { QueryKey } from '@tanstack/react-query';
import { call, download } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { ChosenQuery, ExportQuery, PageQuery, SubmissionEdit, SubmissionPage } from '#contract/submission.ts';

/** Prefix of the cache keys of a scope's submissions. */
export const submissionsKey = (scope: SubmissionScope): QueryKey =>
  scope.kind === 'series' ? queryKeys.event(scope.id, scope.eventId) : queryKeys.form(scope.id);

/** Key prefix of all lists of a scope's submissions. */
export const attendeesKey = (scope: SubmissionScope): QueryKey => [...submissionsKey(scope), 'attendees'];

interface SomeOptions extends Pick<PageQuery, 'registration'> {
  readonly signal?: AbortSignal;
}

/** The calls for the submissions of an event or a marketing form, so that one table works for both. */
export function submissionCalls(scope: SubmissionScope) {
  if (scope.kind === 'form') {
    const params = { id: scope.id };
    return {
      readPage: (query: PageQuery, signal?: AbortSignal): Promise<SubmissionPage> =>
        call(api.getFormSubmissionPage, { params, query, signal }),
      readSome: (ids: readonly string[], { signal }: SomeOptions = {}) =>
        call(api.getSomeOfForm, { params, query: { ids: ids.join(',') }, signal }),
      countFilters: (query: Pick<PageQuery, 'answers' | 'import' | 'today_from'>, signal: AbortSignal) =>
        call(api.countFormSubmissions, { params, query, signal }),
      countAnswers: (signal: AbortSignal) => call(api.countFormAnswers, { params, signal }),
      edit: (submissionId: string, body: SubmissionEdit, ifMatch: number) =>
        call(api.editFormSubmission, { params: { ...params, submissionId }, body, ifMatch }),
      remove: (submissionId: string) => call(api.deleteFormSubmission, { params: { ...params, submissionId } }),
      download: (query: ExportQuery) => download(api.exportForm, { params, query }),
      downloadChosen: (ids: string[], query: ChosenQuery) => download(api.exportChosenOfForm, { params, query, body: { ids } }),
    };
  }
  const params = { id: scope.id, eventId: scope.eventId };
  return {
    readPage: (query: PageQuery, signal?: AbortSignal): Promise<SubmissionPage> => call(api.getEvent, { params, query, signal }),
    readSome: (ids: readonly string[], { registration, signal }: SomeOptions = {}) =>
      call(api.getSomeOfEvent, { params, query: { ids: ids.join(','), ...(registration === undefined ? {} : { registration }) }, signal }),
    countFilters: (query: Pick<PageQuery, 'answers' | 'import' | 'today_from' | 'registration'>, signal: AbortSignal) =>
      call(api.countEventSubmissions, { params, query, signal }),
    countAnswers: (signal: AbortSignal) => call(api.countEventAnswers, { params, signal }),
    edit: (submissionId: string, body: SubmissionEdit, ifMatch: number) =>
      call(api.editSubmission, { params: { ...params, submissionId }, body, ifMatch }),
    remove: (submissionId: string) => call(api.deleteSubmission, { params: { ...params, submissionId } }),
    download: (query: ExportQuery) => download(api.exportEvent, { params, query }),
    downloadChosen: (ids: string[], query: ChosenQuery) => download(api.exportChosenOfEvent, { params, query, body: { ids } }),
  };
}
