import { Anchor, Box, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { SearchField } from '#admin/ui/inputs/search-field.tsx';
import { Page, PageHeader, RowsSkeleton } from '#admin/ui/layout/page.tsx';
import { IconUserSearch } from '#admin/ui/layout/tool-icons.tsx';
import { OpenPersonIcon } from '#admin/ui/person/open-person-icon.tsx';
import { EmptyState, Loaded, MoreOfList } from '#admin/ui/states/page-state.tsx';
import type { FoundPeople, FoundPerson } from '#contract/attendees/search.ts';
import { SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import classes from './people.module.css';
import { Marked } from './search/marked.tsx';
import { otherNamesNote, personLine } from './search/search-lines.ts';
import { peopleQuery } from './search/search-queries.ts';

/** `/people?search=…`: everyone who signed up, by the words of their name, organisation or address. */
export function PeopleRoute() {
  const [params, setParams] = useSearchParams();
  const typed = (params.get('search') ?? '').slice(0, SEARCH_MAX_LENGTH);
  const words = typed.trim();
  const read = useInfiniteQuery(peopleQuery(words));
  return (
    <Page>
      <PageHeader title="People" subtitle="Find anyone who has signed up, by name, organisation or email" />
      <Box maw={400} mb={24}>
        <SearchField
          label="Find people"
          hotkey="/"
          size="sm"
          maxLength={SEARCH_MAX_LENGTH}
          value={typed}
          onChange={(search) => setParams(search === '' ? {} : { search }, { replace: true })}
        />
      </Box>
      {words === '' ? (
        <EmptyState
          icon={IconUserSearch}
          level={2}
          title="Who are you looking for?"
          text="Type the beginning of a name, an organisation or an email address. Accents don't matter."
        />
      ) : (
        <Loaded read={read} skeleton={<RowsSkeleton />}>
          {({ pages }) => <FoundPeopleList pages={pages} words={words} more={<MoreOfList read={read} />} />}
        </Loaded>
      )}
    </Page>
  );
}

/** How many were found: `3 people`, or `3,900+ people` if there are too many to count. */
const countNote = ({ people_count: count, has_more_people: hasMore }: FoundPeople): string =>
  hasMore ? `${formatCount(count)}+ people. Type more to narrow them down.` : counted(count, 'person', 'people');

function FoundPeopleList({ pages, words, more }: { pages: readonly FoundPeople[]; words: string; more: ReactNode }) {
  const [first] = pages;
  const people = pages.flatMap((page) => page.people);
  const spelled = pages.at(-1)?.spelled_differently ?? [];
  if (first === undefined) return null;
  if (people.length === 0 && spelled.length === 0) {
    return (
      <EmptyState
        level={2}
        title={`Nobody found for ‘${words}’`}
        text="Each word must be the beginning of a name, an organisation or part of an email address."
      />
    );
  }
  return (
    <>
      <Text mb={12} data-text="small" role="status" data-breaks>
        {people.length === 0 ? `No exact match for ‘${words}’` : countNote(first)}
      </Text>
      {people.length === 0 ? null : <People label="People" people={people} words={words} />}
      {more}
      {spelled.length === 0 ? null : (
        <Box component="section" mt={32}>
          <Text component="h2" mb={12} data-text="heading">
            Similar spellings
          </Text>
          <People label="Similar spellings" people={spelled} words={words} />
        </Box>
      )}
    </>
  );
}

const People = ({ label, people, words }: { label: string; people: readonly FoundPerson[]; words: string }) => (
  <ul data-box="card" data-ruled aria-label={label}>
    {people.map((person) => (
      <PersonRow key={person.submission_id} person={person} words={words} />
    ))}
  </ul>
);

const WIDTHS = 'minmax(0, 3fr) minmax(0, 2fr)';
const COLUMNS = { display: 'grid', gridTemplateColumns: WIDTHS, gap: '4px 24px', padding: '10px 16px', font: 'var(--t-type-sm)' };

function PersonRow({ person, words }: { person: FoundPerson; words: string }) {
  const { title, note, to } = personLine(person);
  const others = otherNamesNote(person, 'Also');
  return (
    <li style={COLUMNS} data-breaks data-tablet="stacked">
      <div>
        <Anchor component={Link} to={to} display="inline-block">
          <bdi>
            <Marked text={title} words={words} />
          </bdi>
        </Anchor>
        <OpenPersonIcon name={title} submissionId={person.submission_id} />
        <div data-text="second">
          <Marked text={[person.email, person.organisation].filter((part) => part !== '').join(' · ')} words={words} />
        </div>
        {others === '' ? null : (
          <div data-text="second">
            <Marked text={others} words={words} />
          </div>
        )}
      </div>
      <div className={classes.latest}>
        <div data-fixed>{note}</div>
        <div data-text="second">
          {person.submissions_count === 1 ? null : <span>Latest: </span>}
          <bdi>{person.event_title ?? person.title}</bdi>
        </div>
      </div>
    </li>
  );
}
