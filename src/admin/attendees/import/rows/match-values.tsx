import { NativeSelect, Text } from '@mantine/core';
import { IconArrowRight } from '#admin/ui/layout/tool-icons.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import type { ImportEdits } from './import-rows.ts';
import classes from './match-values.module.css';
import type { UnmatchedValues } from './value-matches.ts';

/** A column with more different values probably holds the answers to another question. */
const SHOWN_MAX = 12;
const LEAVE_EMPTY = 'empty';
const NOT_CHOSEN = '';

interface MatchValuesProps {
  unmatched: readonly UnmatchedValues[];
  matches: ImportEdits['matches'];
  onMatch: (key: string, value: string, option: string | undefined) => void;
}

/** The select's value; prefixed, since an option may have any text. */
function choiceOf(match: string | undefined): string {
  if (match === undefined) return NOT_CHOSEN;
  return match === '' ? LEAVE_EMPTY : `=${match}`;
}

/** The values that are not options of their question, each with a choice for all of its rows. */
export function MatchValues({ unmatched, matches, onMatch }: MatchValuesProps) {
  return unmatched.map(({ key, label, options, values }) => (
    <section key={key} aria-label={`Values of ${label}`}>
      <Text component="h3" mt={20} mb={8} data-text="label" dir="auto">
        {`${label}: ${counted(values.length, 'value isn’t an option', 'values aren’t options')} of this question`}
      </Text>
      <ul className={classes.matches} data-row="stretch wrap">
        {values.slice(0, SHOWN_MAX).map(({ value, rows }) => (
          <li key={value}>
            <span data-breaks data-text="second">
              <strong data-text="main" dir="auto">
                {value}
              </strong>{' '}
              {counted(rows, 'row')}
            </span>
            <IconArrowRight size={14} aria-hidden="true" />
            <NativeSelect
              size="xs"
              aria-label={`${label}: ${value} is`}
              data={[
                { value: NOT_CHOSEN, label: 'Choose…' },
                ...options.map((option) => ({ value: choiceOf(option), label: option })),
                { value: LEAVE_EMPTY, label: 'Leave empty' },
              ]}
              value={choiceOf(matches[key]?.[value])}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                if (chosen === NOT_CHOSEN) onMatch(key, value, undefined);
                else onMatch(key, value, chosen === LEAVE_EMPTY ? '' : chosen.slice(1));
              }}
            />
          </li>
        ))}
      </ul>
      {values.length > SHOWN_MAX ? (
        <Text mt={8} data-text="hint">
          {`${formatCount(values.length - SHOWN_MAX)} more can be corrected below. Perhaps this column belongs to another question: go back to Columns.`}
        </Text>
      ) : null}
    </section>
  ));
}
