import { IconCalendar, IconCalendarEvent, IconForms, IconUser } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { useDates } from '#admin/ui/dates-context.tsx';
import classes from './find-palette.module.css';
import type { Hit } from './hits.ts';
import { markedParts } from './marked-parts.ts';

const icons = { series: IconCalendarEvent, event: IconCalendar, form: IconForms, person: IconUser } as const;

/** The element of the line at this place of a list, for `aria-activedescendant`. */
export const optionId = (list: string, place: number): string => `${list}-${place}`;

interface HitListProps {
  id: string;
  hits: readonly Hit[];
  /** The chosen line. */
  place: number;
  words: string;
  onPoint: (place: number) => void;
  onPick: () => void;
}

/** What was found, line by line; each is a link, which the field above opens by Enter. */
export function HitList({ id, hits, place, words, onPoint, onPick }: HitListProps) {
  const dates = useDates();
  const handleClick = (event: MouseEvent) => {
    // A new tab leaves this one as it is.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onPick();
  };
  return (
    <div id={id} role="listbox" aria-label="Found" className={classes.list} hidden={hits.length === 0}>
      {hits.map((hit, index) => {
        const Icon = icons[hit.kind];
        return (
          <Link
            key={hit.key}
            id={optionId(id, index)}
            to={hit.to}
            role="option"
            tabIndex={-1}
            aria-selected={index === place}
            className={classes.hit}
            onClick={handleClick}
            onMouseMove={() => onPoint(index)}
          >
            <Icon size={16} stroke={1.75} aria-hidden="true" />
            <span className={classes.words}>
              <span className={classes.title} dir="auto">
                <Marked text={hit.title} words={words} />
              </span>
              <span className={classes.about} dir="auto">
                {hit.kind === 'person' ? <Marked text={hit.about} words={words} /> : hit.about}
              </span>
            </span>
            {hit.date === null ? null : <span className={classes.date}>{dates.day(hit.date)}</span>}
          </Link>
        );
      })}
    </div>
  );
}

function Marked({ text, words }: { text: string; words: string }) {
  return markedParts(text, words).map((part) => (part.isMatch ? <b key={part.start}>{part.text}</b> : part.text));
}
