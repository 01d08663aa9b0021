import { Box } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { paths } from '#admin/paths.ts';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { MoreOfList } from '#admin/ui/feedback/more-of-list.tsx';
import { SearchField } from '#admin/ui/inputs/search-field.tsx';
import { IconUserSearch } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';
import { Loaded } from './frame/loaded.tsx';
import { FoundPeopleList, PeopleSkeleton } from './search/found-people-list.tsx';
import { peopleQuery } from './search/search-queries.ts';

/** `/people?search=…`: everybody who signed up, by the words of their name, organisation or address. */
export function PeopleRoute() {
  const [params, setParams] = useSearchParams();
  const typed = (params.get('search') ?? '').slice(0, SEARCH_MAX_LENGTH);
  const words = typed.trim();
  const read = useInfiniteQuery(peopleQuery(words));
  return (
    <Page>
      <PageHeader
        back={{ to: paths.home, label: 'Events Hub' }}
        title="People"
        subtitle="Everybody who signed up, found by name, organisation or email"
      />
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
          text="Type the beginning of a name, an organisation or an email address. Accents don’t matter."
        />
      ) : (
        <Loaded read={read} skeleton={<PeopleSkeleton />}>
          {({ pages }) => <FoundPeopleList pages={pages} words={words} more={<MoreOfList read={read} />} />}
        </Loaded>
      )}
    </Page>
  );
}
