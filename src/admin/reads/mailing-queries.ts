import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#admin/session/call.ts';
import type { Audience, Purpose } from '#contract/attendees/audience.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { type Mailing, mailingCallsOf, type MailingText } from '#contract/mailings/mailing-calls.ts';
import { isBlank } from '#contract/rules/text.ts';
import { mailingLoss } from '#contract/texts/mailings.ts';
import { queryKeys } from './query-keys.ts';
import { nextPageLoader } from './submission-queries.ts';

/** Whether an audience includes anyone; people of a series are chosen by their events. */
export const choosesAnybody = ({ kind }: Pick<FormRef, 'kind'>, { events = [] }: Audience): boolean =>
  kind === 'marketing' || events.length > 0;

export const audienceQuery = (form: FormRef, audience: Audience, purpose: Purpose) =>
  queryOptions({
    queryKey: [...queryKeys.mailings(form), 'audience', audience, purpose],
    queryFn: ({ signal }) =>
      call(mailingCallsOf[form.kind].countAudience, { params: { id: form.id }, body: { audience, purpose }, signal }),
    placeholderData: keepPreviousData,
    enabled: choosesAnybody(form, audience),
  });

export const previewQuery = (form: FormRef, body: MailingText) =>
  queryOptions({
    queryKey: [...queryKeys.mailings(form), 'preview', body],
    queryFn: ({ signal }) => call(mailingCallsOf[form.kind].previewMailing, { params: { id: form.id }, body, signal }),
    placeholderData: keepPreviousData,
    enabled: !isBlank(body.subject) && !isBlank(body.template) && choosesAnybody(form, body.audience),
  });

export const mailingsQuery = (form: FormRef) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mailings(form), 'list'],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(mailingCallsOf[form.kind].listMailings, { params: { id: form.id }, query: { cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    meta: { follows: [topicOf(form)] },
  });

/** What deleting a form or event does to mailings that have not gone out to everyone; empty if there are none. */
export function useMailingLoss(form: FormRef, eventId?: string): string {
  const read = useInfiniteQuery({ ...mailingsQuery(form), staleTime: 0 });
  const loadNext = nextPageLoader(read);
  // A stopped one may be on any page.
  useEffect(() => loadNext?.());
  const mailings = read.data?.pages.flatMap((page) => page.mailings) ?? [];
  const lost = mailings.filter(({ state, event_id: event }) => state !== 'done' && (eventId === undefined || event === eventId));
  return mailingLoss(lost.length);
}

export const mailingQuery = (form: FormRef, mailingId: string) =>
  queryOptions({
    queryKey: [...queryKeys.mailings(form), mailingId],
    queryFn: ({ signal }) => call(mailingCallsOf[form.kind].getMailing, { params: { id: form.id, mailingId }, signal }),
    meta: { follows: [`mailing/${mailingId}`] },
  });

export const mailingPeopleQuery = (form: FormRef, { id: mailingId, state }: Pick<Mailing, 'id' | 'state'>) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mailings(form), mailingId, 'people', state],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(mailingCallsOf[form.kind].listMailingPeople, { params: { id: form.id, mailingId }, query: { cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    meta: { follows: [`mailing/${mailingId}`] },
  });
