import { Box, useMantineColorScheme } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { IconCalendar, IconCalendarEvent, IconForms, IconPlus, IconSearch, IconUser } from '#admin/ui/layout/icons.tsx';
import { IconHistory, IconMoon } from '#admin/ui/layout/tool-icons.tsx';
import { usePersonParam } from '#admin/ui/person/use-person-param.ts';
import { Marked } from './marked.tsx';
import classes from './search-line-list.module.css';
import type { SearchGroup, SearchLine } from './search-lines.ts';

const icons = {
  series: IconCalendarEvent,
  event: IconCalendar,
  form: IconForms,
  person: IconUser,
  more: IconSearch,
  recent: IconHistory,
  command: IconPlus,
  theme: IconMoon,
} as const satisfies Record<SearchLine['kind'], unknown>;

/** The id of the line at this index, for `aria-activedescendant`. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

interface SearchLineListProps {
  id: string;
  /** None of them is empty. */
  groups: readonly SearchGroup[];
  active: number;
  words: string;
  onPoint: (index: number) => void;
  onPick: () => void;
}

const LIST = { flex: 1, minHeight: 0, padding: 8, overflowY: 'auto' } as const;

/** The lines of the search, in groups. Each is a link, which Enter in the search field follows. */
export function SearchLineList({ id, groups, active, words, onPoint, onPick }: SearchLineListProps) {
  const { setColorScheme } = useMantineColorScheme();
  const person = usePersonParam();
  const handleClick = (event: MouseEvent, { theme, personId }: SearchLine) => {
    if (event.altKey) {
      // The browser would download the page.
      event.preventDefault();
      if (personId === undefined) return;
      onPick();
      person.open(personId);
      return;
    }
    if (theme !== undefined) {
      event.preventDefault();
      setColorScheme(theme);
      onPick();
      return;
    }
    // A link opened in a new tab leaves the dialog open.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onPick();
  };
  const lines = groups.flatMap((group) => group.lines);
  return (
    <div id={id} role="listbox" aria-label="Found" style={LIST} hidden={lines.length === 0}>
      {groups.map(({ title, lines: grouped }) => (
        <div key={title} role="group" aria-label={title} className={classes.group}>
          <Box px={8} py={4} fz="xs" c="var(--t-text-2)" data-text="strong" aria-hidden="true">
            {title}
          </Box>
          {grouped.map((line) => {
            const Icon = line.icon ?? icons[line.kind];
            const index = lines.indexOf(line);
            return (
              <Link
                key={line.key}
                id={optionId(id, index)}
                to={line.to}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={classes.line}
                data-row
                data-text="second"
                data-kind={line.kind}
                onClick={(event) => handleClick(event, line)}
                onMouseMove={() => onPoint(index)}
              >
                <Icon aria-hidden="true" />
                <span data-grows data-stack>
                  <bdi className={classes.title} data-cut>
                    {line.kind === 'more' ? line.title : <Marked text={line.title} words={words} />}
                  </bdi>
                  {line.about ? (
                    <span className={classes.about} data-cut>
                      <Marked text={line.about} words={words} />
                    </span>
                  ) : null}
                </span>
                {line.note ? (
                  <span data-fixed data-figures data-text="small">
                    {line.note}
                  </span>
                ) : null}
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}
