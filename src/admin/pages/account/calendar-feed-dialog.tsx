import { Box, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { queryClient } from '#admin/api/query-client.ts';
import { seriesCardsQuery } from '#admin/reads/form-queries.ts';
import { call } from '#admin/session/call.ts';
import { CopyButton } from '#admin/ui/dialogs/copy-button.tsx';
import { Dialog } from '#admin/ui/dialogs/dialog.tsx';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { lastDay, useNow } from '#admin/ui/format/dates.tsx';
import { IconCalendar } from '#admin/ui/layout/icons.tsx';
import { Loaded, LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import { showError, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { calendarCalls, type CalendarFeed } from '#contract/events/calendar.ts';
import { ALL_SERIES, FEEDS_MAX, TOO_MANY_FEEDS } from '#contract/texts/calendar.ts';
import { LOADING } from '#contract/texts/staff.ts';

/** Not among the keys of the first script, which does not know about feeds. */
const FEEDS_KEY = ['calendar-feeds'];

const calendarFeedsQuery = () =>
  queryOptions({ queryKey: FEEDS_KEY, queryFn: ({ signal }) => call(calendarCalls.listCalendarFeeds, { signal }) });

export function CalendarFeedDialog() {
  const feeds = useQuery(calendarFeedsQuery());
  const [address, setAddress] = useState<string>();
  const addressRef = useRef<HTMLElement>(null);
  const listRef = useRef<HTMLElement>(null);
  const handleCreated = (url: string) => {
    flushSync(() => setAddress(url));
    addressRef.current?.focus();
  };
  return (
    <Dialog size="lg" title="Calendar feed">
      <Text mb="md" data-text="note">
        Subscribe to all events, or to one series, in your own calendar.
      </Text>
      {feeds.data !== undefined && feeds.data.length >= FEEDS_MAX ? (
        <Text mb="md" data-text="note">
          {TOO_MANY_FEEDS}
        </Text>
      ) : (
        <NewFeed isFirst={address === undefined} onCreated={handleCreated} />
      )}
      {address === undefined ? null : <FeedAddress ref={addressRef} address={address} />}
      <section ref={listRef} tabIndex={-1} aria-label="Your calendar feeds">
        <Loaded read={feeds} skeleton={<Skeleton h={44} />}>
          {(data) => <FeedList feeds={data} onRemoved={() => void moveLostFocus(listRef.current)} />}
        </Loaded>
      </section>
    </Dialog>
  );
}

/** `isFirst`: Create is the action of the dialog, until there is an address to copy. */
function NewFeed({ isFirst, onCreated }: { isFirst: boolean; onCreated: (address: string) => void }) {
  const series = useQuery(seriesCardsQuery());
  const [seriesId, setSeriesId] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(calendarCalls.addCalendarFeed, { body: seriesId === '' ? {} : { series_id: seriesId } }),
    // Before the list is read again, since the answer alone has the address.
    onSuccess: ({ url }) => onCreated(url),
    onError: (error) => showError('The calendar feed was not created.', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: FEEDS_KEY }),
  });
  return (
    <>
      <Group gap={8} wrap="nowrap" align="end" mb={16}>
        <NativeSelect
          flex={1}
          miw={0}
          label="Events of"
          disabled={series.data === undefined}
          data={[
            { value: '', label: series.data === undefined && series.isFetching ? LOADING : ALL_SERIES },
            ...(series.data ?? []).map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={seriesId}
          onChange={(event) => setSeriesId(event.currentTarget.value)}
        />
        <Button data-autofocus variant={isFirst ? 'filled' : 'default'} loading={isPending} onClick={() => mutate()}>
          Create
        </Button>
      </Group>
      {readState(series) === 'failed' ? <LoadFailure read={series} /> : null}
    </>
  );
}

const FeedAddress = ({ address, ref }: { address: string; ref: RefObject<HTMLElement | null> }) => (
  <Box component="section" ref={ref} tabIndex={-1} mb={16} p={12} bg="var(--t-sunken)" data-box="frame" aria-label="New address">
    <Box component="code" ff="monospace" fz="xs" dir="ltr" data-breaks>
      {address}
    </Box>
    <Text mt={8} mb={12} data-text="small">
      {"Anyone with this address can read your events. You won't see it again."}
    </Text>
    <Group gap="sm" justify="flex-end" wrap="nowrap">
      <Button variant="default" component="a" href={address.replace(/^https?:/, 'webcal:')} leftSection={<IconCalendar />}>
        Open
      </Button>
      <CopyButton what="address" text={address} />
    </Group>
  </Box>
);

function FeedList({ feeds, onRemoved }: { feeds: readonly CalendarFeed[]; onRemoved: () => void }) {
  const now = useNow();
  const removal = useMutation({
    mutationFn: (id: string) => call(calendarCalls.deleteCalendarFeed, { params: { id } }),
    onSuccess: () => showSuccess({ title: 'Calendar feed removed' }),
    onError: (error) => showError('The calendar feed was not removed.', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: FEEDS_KEY }),
  });
  if (feeds.length === 0) return null;
  return (
    <ul>
      {feeds.map(({ id, series_title: title, read_on: day }) => (
        <li key={id} data-row="between wide" style={{ paddingBlock: 8, borderTop: '1px solid var(--t-border)' }}>
          <Box fz="sm" data-breaks>
            <div data-text="strong" dir="auto">
              {title ?? ALL_SERIES}
            </div>
            <span data-text="second">{day === null ? 'Not read yet' : `Last read ${lastDay(day, now)}`}</span>
          </Box>
          <Button
            variant="default"
            size="xs"
            aria-label={`Remove the calendar feed for ${title ?? ALL_SERIES}`}
            loading={removal.isPending && removal.variables === id}
            onClick={() => removal.mutate(id, { onSuccess: onRemoved })}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
