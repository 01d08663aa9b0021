import type { QueryKey } from '@tanstack/react-query';
import { call, download } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { ChosenQuery, ExportQuery, FilterCounts, PageQuery, SubmissionPage } from '#contract/submission.ts';

/** An event or a marketing form with the calls and cache keys of its submissions, so that one table works for both. */
export interface SubmissionScope {
  /** Prefix of the cache keys of its submissions. */
  readonly key: QueryKey;
  /** Prefixes of all cache keys whose data counts its submissions, including its own. */
  readonly countKeys: readonly QueryKey[];
  /** Whether a submission can belong to more than one of these scopes (D1), so that deleting it here may keep it elsewhere. */
  readonly canShareSubmissions: boolean;
  readonly readPage: (query: PageQuery, signal: AbortSignal) => Promise<SubmissionPage>;
  readonly countFilters: (query: Pick<PageQuery, 'today_from'>, signal: AbortSignal) => Promise<FilterCounts>;
  readonly remove: (submissionId: string) => Promise<unknown>;
  readonly download: (query: ExportQuery) => ReturnType<typeof download>;
  readonly downloadChosen: (ids: string[], query: ChosenQuery) => ReturnType<typeof download>;
}

/** Key prefix of all lists of a scope's submissions. */
export const attendeesKey = (scope: Pick<SubmissionScope, 'key'>): QueryKey => [...scope.key, 'attendees'];

export function eventSubmissions(seriesId: string, eventId: string): SubmissionScope {
  const params = { id: seriesId, eventId };
  return {
    key: queryKeys.event(seriesId, eventId),
    countKeys: [queryKeys.series(seriesId), queryKeys.seriesCards],
    canShareSubmissions: true,
    readPage: (query, signal) => call(api.getEvent, { params, query, signal }),
    countFilters: (query, signal) => call(api.countEventSubmissions, { params, query, signal }),
    remove: (submissionId) => call(api.deleteSubmission, { params: { ...params, submissionId } }),
    download: (query) => download(api.exportEvent, { params, query }),
    downloadChosen: (ids, query) => download(api.exportChosenOfEvent, { params, query, body: { ids } }),
  };
}

export function formSubmissions(formId: string): SubmissionScope {
  const params = { id: formId };
  return {
    key: queryKeys.form(formId),
    countKeys: [queryKeys.form(formId), queryKeys.formCards],
    canShareSubmissions: false,
    readPage: (query, signal) => call(api.getFormSubmissionPage, { params, query, signal }),
    countFilters: (query, signal) => call(api.countFormSubmissions, { params, query, signal }),
    remove: (submissionId) => call(api.deleteFormSubmission, { params: { ...params, submissionId } }),
    download: (query) => download(api.exportForm, { params, query }),
    downloadChosen: (ids, query) => download(api.exportChosenOfForm, { params, query, body: { ids } }),
  };
}
