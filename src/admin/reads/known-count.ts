import type { QueryClient } from '@tanstack/react-query';
import type { SubmissionPage } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { LOOKED_THROUGH_MAX } from '#contract/rules/large-lists.ts';
import { type AttendeeListParams, isNarrowed } from './attendee-list-params.ts';
import { knownReads } from './form-queries.ts';

/** The confirmed attendees of an event from the latest read of its series; undefined if none in the cache is up to date. */
function countOnCard(queryClient: QueryClient, scope: AttendeeScope): number | undefined {
  if (scope.kind === 'marketing') return undefined; // The server stores a form's count, so it need not be counted.
  return knownReads(queryClient, scope)
    .flatMap(({ isInvalidated, data }) => (!isInvalidated && data?.kind === 'series' ? data.events : []))
    .find(({ id }) => id === scope.eventId)?.submissions_count;
}

/** The card of a large event already has its count, so the pages of its list need not count again: they ask with `query`, and `complete` puts it in. */
export function knownCount(queryClient: QueryClient, scope: AttendeeScope, list: AttendeeListParams) {
  const all = list.registration === undefined ? countOnCard(queryClient, scope) : undefined;
  if (all === undefined || all <= LOOKED_THROUGH_MAX) return { query: {}, complete: (page: SubmissionPage) => page };
  const max = LOOKED_THROUGH_MAX + 1;
  return {
    query: { count_max: max },
    complete: (page: SubmissionPage): SubmissionPage =>
      page.submissions_count < max ? page : { ...page, submissions_count: all, ...(isNarrowed(list) ? {} : { matches_count: all }) },
  };
}
