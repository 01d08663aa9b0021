import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { IconCalendar, IconCalendarEvent, IconForms, IconUser } from '#admin/ui/layout/icons.tsx';
import classes from './find-palette.module.css';
import { markedParts } from './marked-parts.ts';
import type { SearchLine } from './search-lines.ts';

const icons = { series: IconCalendarEvent, event: IconCalendar, form: IconForms, person: IconUser } as const;

/** The id of the line at this index, for `aria-activedescendant`. */
export const optionId = (list: string, place: number): string => `${list}-${place}`;

interface SearchLineListProps {
  id: string;
  lines: readonly SearchLine[];
  place: number;
  words: string;
  onPoint: (place: number) => void;
  onPick: () => void;
}

/** The search results. Each is a link, which Enter in the search field follows. */
export function SearchLineList({ id, lines, place, words, onPoint, onPick }: SearchLineListProps) {
  const dates = useDates();
  const handleClick = (event: MouseEvent) => {
    // A link opened in a new tab leaves the dialog open.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onPick();
  };
  return (
    <div id={id} role="listbox" aria-label="Found" className={classes.list} hidden={lines.length === 0}>
      {lines.map((line, index) => {
        const Icon = icons[line.kind];
        return (
          <Link
            key={line.key}
            id={optionId(id, index)}
            to={line.to}
            role="option"
            tabIndex={-1}
            aria-selected={index === place}
            className={classes.line}
            onClick={handleClick}
            onMouseMove={() => onPoint(index)}
          >
            <Icon aria-hidden="true" />
            <span className={classes.words}>
              <span className={classes.title} dir="auto">
                <Marked text={line.title} words={words} />
              </span>
              <span className={classes.about} dir="auto">
                {line.kind === 'person' ? <Marked text={line.about} words={words} /> : line.about}
              </span>
            </span>
            {line.date === null ? null : <span className={classes.date}>{dates.day(line.date)}</span>}
          </Link>
        );
      })}
    </div>
  );
}

function Marked({ text, words }: { text: string; words: string }) {
  return markedParts(text, words).map((part) => (part.isMatch ? <b key={part.start}>{part.text}</b> : part.text));
}
