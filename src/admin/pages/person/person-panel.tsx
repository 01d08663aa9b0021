import { ActionIcon, Box, Skeleton } from '@mantine/core';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Location } from 'react-router';
import { isNotFound } from '#admin/api/api-error.ts';
import { queryClient } from '#admin/api/query-client.ts';
import { useKeptEdits } from '#admin/attendees/edit/attendee-editor.tsx';
import { type AttendeePages, rowsOf } from '#admin/reads/attendee-rows.ts';
import { personPagesQuery, type SignUp } from '#admin/reads/person-query.ts';
import { CopyIcon } from '#admin/ui/dialogs/copy-button.tsx';
import { UnsavedChanges } from '#admin/ui/dialogs/dialog.tsx';
import { focusInPlace, returnFocus } from '#admin/ui/focus.ts';
import { dates } from '#admin/ui/format/dates.tsx';
import { IconChevronDown, IconChevronUp, IconX } from '#admin/ui/layout/icons.tsx';
import { IconUserSearch } from '#admin/ui/layout/tool-icons.tsx';
import { readPerson, usePersonParam } from '#admin/ui/person/use-person-param.ts';
import { LoadingNote, EmptyState, Loaded, MoreOfList } from '#admin/ui/states/page-state.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import { PersonHead } from './person-head.tsx';
import classes from './person-panel.module.css';
import { PersonSignUps } from './person-sign-ups.tsx';

const isAnotherPerson = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || readPerson(from.search) !== readPerson(to.search);

export function PersonPanel({ personId }: { personId: string }) {
  const read = useInfiniteQuery(personPagesQuery(personId));
  const edits = useKeptEdits(`person/${personId}`);
  const { close, open } = usePersonParam();
  const panel = usePanelFocus(read.isPending);
  const first = read.data?.pages[0];
  const signUps = read.data?.pages.flatMap((page) => page.signups) ?? [];
  const place = useListPlace(signUps.find(({ submission }) => submission.id === personId));

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    // React also passes on the keys of dialogs that were opened from here.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!isInside || event.defaultPrevented) return;
    if (event.key === 'Escape') close();
    const neighbour = event.altKey ? { ArrowUp: place?.previousId, ArrowDown: place?.nextId }[event.key] : undefined;
    // Alt with an arrow opens the options of a select.
    if (neighbour === undefined || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    open(neighbour);
  };
  return (
    <aside ref={panel} className={classes.panel} aria-label={first?.names[0]?.name ?? 'Person'} onKeyDown={handleKey}>
      <PersonTools place={place} isLoading={read.isPending} />
      {isNotFound(read.error) ? (
        <Box px="var(--t-gutter)" py={16}>
          <EmptyState
            icon={IconUserSearch}
            level={2}
            title="This person can't be found"
            text="Their sign-ups were deleted, or the link is wrong."
          />
        </Box>
      ) : (
        <Loaded read={read} skeleton={<PersonSkeleton />}>
          {({ pages: [person] }) =>
            person === undefined ? null : (
              <>
                <PersonHead person={person} />
                <PersonSignUps
                  count={person.signups_count}
                  signUps={signUps}
                  openedId={personId}
                  edits={edits}
                  more={<MoreOfList read={read} left={person.signups_count - signUps.length} />}
                />
                <PersonConsents signUps={signUps} areAllSignUps={!read.hasNextPage} />
              </>
            )
          }
        </Loaded>
      )}
      <UnsavedChanges hasUnsaved={() => Object.keys(edits[0]).length > 0} isLeft={isAnotherPerson} />
    </aside>
  );
}

/** Focuses the person's name once it is there, and the previously focused element once the panel is closed. */
function usePanelFocus(isPending: boolean) {
  const panel = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current ??= document.activeElement;
    focusInPlace(panel.current?.querySelector<HTMLElement>('h2[tabindex], :scope:not(:has(h2[tabindex])) [data-close]'));
  }, [isPending]);
  useEffect(() => () => returnFocus(before.current), []);
  return panel;
}

const PersonSkeleton = () => (
  <Box px="var(--t-gutter)" pb={16} data-edge="bottom">
    <Skeleton h={24} w={200} />
    <Skeleton h={12} mt={16} />
    <Skeleton h={12} mt={12} w={240} />
    <Skeleton h={160} mt={32} />
  </Box>
);

/** The sign-ups whose answer differs from the one before, newest first. The oldest counts as a change only when all sign-ups are loaded. */
const changesOf = (signUps: readonly SignUp[], areAllSignUps: boolean): SignUp[] =>
  signUps.filter(({ submission }, index) => {
    const before = signUps[index + 1]?.submission.accepts_marketing;
    return before === undefined ? areAllSignUps : before !== submission.accepts_marketing;
  });

function PersonConsents({ signUps, areAllSignUps }: { signUps: readonly SignUp[]; areAllSignUps: boolean }) {
  const changes = changesOf(signUps, areAllSignUps);
  if (changes.length === 0) return null;
  return (
    <Box component="section" px="var(--t-gutter)" py={16} aria-labelledby="person-consents">
      <Box mb={8} data-row="baseline">
        <h3 id="person-consents" data-text="heading">
          Marketing consent
        </h3>
        <span data-text="count">{formatCount(changes.length)}</span>
      </Box>
      <dl>
        {changes.map(({ submission, title }) => (
          <Box key={submission.id} display="grid" py={4} fz="sm" style={{ gridTemplateColumns: '7.5rem minmax(0, 1fr)', gap: 8 }}>
            <dt data-text="second">
              <time dateTime={submission.submitted_at}>{dates.day(submission.submitted_at)}</time>
            </dt>
            <dd>
              <span data-text="strong">{submission.accepts_marketing ? 'Yes' : 'No'}</span>
              <div data-text="hint" dir="auto">
                {title}
              </div>
            </dd>
          </Box>
        ))}
      </dl>
    </Box>
  );
}

function PersonTools({ place, isLoading }: { place: ReturnType<typeof useListPlace>; isLoading: boolean }) {
  const { close, open } = usePersonParam();
  /** Off at the end of the list. */
  const neighbour = (label: string, keys: string, sign: ReactNode, id: string | undefined) => (
    <ActionIcon aria-label={label} aria-keyshortcuts={keys} disabled={id === undefined} onClick={() => id !== undefined && open(id)}>
      {sign}
    </ActionIcon>
  );
  return (
    <Box pos="sticky" top={0} mih={32} p="12px 16px 4px var(--t-gutter)" bg="var(--t-surface)" style={{ zIndex: 1 }} data-row="close">
      <Box component="span" fz="xs" data-grows data-breaks data-text="quiet">
        {isLoading ? <LoadingNote /> : place?.text}
      </Box>
      {place === undefined ? null : (
        <>
          {neighbour('Previous person', 'Alt+ArrowUp', <IconChevronUp />, place.previousId)}
          {neighbour('Next person', 'Alt+ArrowDown', <IconChevronDown />, place.nextId)}
        </>
      )}
      <CopyIcon what="link" text={window.location.href} label="Copy link to this person" />
      <ActionIcon data-close aria-label="Close person" onClick={close}>
        <IconX />
      </ActionIcon>
    </Box>
  );
}

/** The event or form whose list has this key. */
const titleOf = ({ title, events }: SignUp, key: QueryKey): string => events.find(({ id }) => key.includes(id))?.event_title ?? title;

/** The position of a sign-up in the list on the screen, among its loaded rows; undefined when it is in none. */
function useListPlace(signUp: SignUp | undefined) {
  if (signUp === undefined) return undefined;
  const lists = queryClient.getQueriesData<AttendeePages>({ type: 'active', predicate: ({ queryKey }) => queryKey.includes('attendees') });
  for (const [key, list] of lists) {
    const ids = rowsOf(list).map(({ id }) => id);
    const place = ids.indexOf(signUp.submission.id);
    if (place < 0) continue;
    const total = list?.pages[0]?.matches_count ?? ids.length;
    return {
      /** `5 of 42 in ‘Leading through change’` */
      text: `${formatCount(place + 1)} of ${formatCount(total)} in ‘${titleOf(signUp, key)}’`,
      previousId: ids[place - 1],
      nextId: ids[place + 1],
    };
  }
  return undefined;
}
