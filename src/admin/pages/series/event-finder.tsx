import { type ReactNode, useState } from 'react';
import { SearchField } from '#admin/ui/inputs/search-field.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './event-finder.module.css';
import type { MonthChip } from './event-months.ts';

const TITLE_MAX_LENGTH = 200;

interface EventFinderProps {
  find: string;
  onFind: (text: string) => void;
  chips: readonly MonthChip[];
  onMonth: (key: string) => void;
  hiddenLink: ReactNode;
}

/** Finds an event of the series by its title, or goes to a month. */
export function EventFinder({ find, onFind, chips, onMonth, hiddenLink }: EventFinderProps) {
  const [chosen, setChosen] = useState<string>();
  const current = chips.some(({ key }) => key === chosen) ? chosen : chips[0]?.key;
  return (
    <div className={classes.finder}>
      <SearchField
        className={classes.find}
        label="Find an event of this series"
        value={find}
        onChange={onFind}
        maxLength={TITLE_MAX_LENGTH}
      />
      <nav className={classes.chips} aria-label="Months">
        {chips.map(({ key, label, count }) => (
          <button
            key={key}
            type="button"
            className={classes.chip}
            aria-current={key === current}
            onClick={() => {
              setChosen(key);
              onMonth(key);
            }}
          >
            {label} <span className={classes.count}>{formatCount(count)}</span>
          </button>
        ))}
      </nav>
      {hiddenLink}
    </div>
  );
}
