import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { type Person, personCalls } from '#contract/attendees/person.ts';
import { queryKeys } from './query-keys.ts';

export type SignUp = Person['signups'][number];

export const personPagesQuery = (personId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.person(personId),
    queryFn: ({ pageParam: cursor, signal }) => call(personCalls.getPerson, { params: { personId }, query: { cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    // A person's sign-ups may be in any series and form.
    meta: { follows: ['series/*', 'form/*'] },
  });
