import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import type { Audience, Purpose } from '#contract/attendees/audience.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { type Mailing, mailingCallsOf, type MailingText } from '#contract/mailings/mailing-calls.ts';

export const audienceQuery = (form: FormRef, audience: Audience, purpose: Purpose) =>
  queryOptions({
    queryKey: [...queryKeys.mailings(form), 'audience', audience, purpose],
    queryFn: ({ signal }) => call(mailingCallsOf[form.kind].count, { params: { id: form.id }, body: { audience, purpose }, signal }),
    placeholderData: keepPreviousData,
    enabled: form.kind === 'marketing' || (audience.events ?? []).length > 0,
  });

export const previewQuery = (form: FormRef, body: MailingText) =>
  queryOptions({
    queryKey: [...queryKeys.mailings(form), 'preview', body],
    queryFn: ({ signal }) => call(mailingCallsOf[form.kind].preview, { params: { id: form.id }, body, signal }),
    placeholderData: keepPreviousData,
    enabled:
      body.subject.trim() !== '' && body.template.trim() !== '' && (form.kind === 'marketing' || (body.audience.events ?? []).length > 0),
  });

export const mailingsQuery = (form: FormRef) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mailings(form), 'list'],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(mailingCallsOf[form.kind].list, { params: { id: form.id }, query: cursor === null ? {} : { cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    meta: { follows: [topicOf(form)] },
  });

export const mailingQuery = (form: FormRef, mailingId: string) =>
  queryOptions({
    queryKey: [...queryKeys.mailings(form), mailingId],
    queryFn: ({ signal }) => call(mailingCallsOf[form.kind].one, { params: { id: form.id, mailingId }, signal }),
    meta: { follows: [`mailing/${mailingId}`] },
  });

export const mailingPeopleQuery = (form: FormRef, { id: mailingId, state }: Pick<Mailing, 'id' | 'state'>) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mailings(form), mailingId, 'people', state],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(mailingCallsOf[form.kind].people, { params: { id: form.id, mailingId }, query: cursor === null ? {} : { cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    meta: { follows: [`mailing/${mailingId}`] },
  });
