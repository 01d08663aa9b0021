import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import { emailKey } from '#contract/rules/email.ts';

const PAGE_SIZE = 500;

/** Who is in an event before an import: addresses in the form in which they are compared, and ids of the submissions. */
export interface AttendeesHere {
  readonly addresses: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

async function* readPages(seriesId: string, eventId: string, signal: AbortSignal) {
  let cursor: string | undefined;
  do {
    const query: { limit: number; cursor?: string } = cursor === undefined ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, cursor };
    const page = await call(api.getEvent, { params: { id: seriesId, eventId }, query, signal });
    yield page.submissions;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Who is in the event, read page by page each time a file is about to be imported (decisions 21, 41). */
export const attendeesHereQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: [...queryKeys.event(seriesId, eventId), 'here-before-import'],
    queryFn: async ({ signal }): Promise<AttendeesHere> => {
      const addresses = new Set<string>();
      const ids = new Set<string>();
      for await (const submissions of readPages(seriesId, eventId, signal)) {
        for (const { id, email } of submissions) {
          ids.add(id);
          addresses.add(emailKey(email));
        }
      }
      return { addresses, ids };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Sets cannot be compared part by part.
    structuralSharing: false,
  });

/** After an import: the event's lists start again at their first page, and what counts its attendees is read again. */
export async function readAgainAfterImport(queryClient: QueryClient, seriesId: string, eventId: string): Promise<void> {
  const event = queryKeys.event(seriesId, eventId);
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !event.every((part, index) => queryKey[index] === part);
  const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[event.length] !== 'here-before-import';
  await Promise.all([
    queryClient.resetQueries({ queryKey: event, predicate: isList }),
    queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId), predicate: isOther }),
    queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
  ]);
}
