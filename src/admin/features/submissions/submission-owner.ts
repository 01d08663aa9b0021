import type { QueryKey } from '@tanstack/react-query';
import { call, download } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { ChosenQuery, ExportQuery, FilterCounts, PageQuery, SubmissionPage } from '#contract/submission.ts';

/** What submissions belong to, an event or a marketing form: its calls and cache keys, so that one table serves both (decision 44). */
export interface SubmissionOwner {
  /** Starts every key of its submissions. */
  readonly key: QueryKey;
  /** Keys of all that counts its submissions, its own among them. */
  readonly countedIn: readonly QueryKey[];
  /** Whether a submission may belong to others of its kind too, and then outlives its deletion here (decision 1). */
  readonly mayShare: boolean;
  readonly readPage: (query: PageQuery, signal: AbortSignal) => Promise<SubmissionPage>;
  readonly countFilters: (query: Pick<PageQuery, 'today_from'>, signal: AbortSignal) => Promise<FilterCounts>;
  readonly remove: (submissionId: string) => Promise<unknown>;
  readonly download: (query: ExportQuery) => ReturnType<typeof download>;
  readonly downloadChosen: (ids: string[], query: ChosenQuery) => ReturnType<typeof download>;
}

/** Key of every list of an owner's submissions, in every filter and order. */
export const attendeesKey = (owner: Pick<SubmissionOwner, 'key'>): QueryKey => [...owner.key, 'attendees'];

/** The attendees of one event. */
export function eventSubmissions(seriesId: string, eventId: string): SubmissionOwner {
  const params = { id: seriesId, eventId };
  return {
    key: queryKeys.event(seriesId, eventId),
    countedIn: [queryKeys.series(seriesId), queryKeys.seriesCards],
    mayShare: true,
    readPage: (query, signal) => call(api.getEvent, { params, query, signal }),
    countFilters: (query, signal) => call(api.countEventSubmissions, { params, query, signal }),
    remove: (submissionId) => call(api.deleteSubmission, { params: { ...params, submissionId } }),
    download: (query) => download(api.exportEvent, { params, query }),
    downloadChosen: (ids, query) => download(api.exportChosenOfEvent, { params, query, body: { ids } }),
  };
}

/** The submissions of one marketing form. */
export function formSubmissions(formId: string): SubmissionOwner {
  const params = { id: formId };
  return {
    key: queryKeys.form(formId),
    countedIn: [queryKeys.form(formId), queryKeys.formCards],
    mayShare: false,
    readPage: (query, signal) => call(api.getFormSubmissionPage, { params, query, signal }),
    countFilters: (query, signal) => call(api.countFormSubmissions, { params, query, signal }),
    remove: (submissionId) => call(api.deleteFormSubmission, { params: { ...params, submissionId } }),
    download: (query) => download(api.exportForm, { params, query }),
    downloadChosen: (ids, query) => download(api.exportChosenOfForm, { params, query, body: { ids } }),
  };
}
