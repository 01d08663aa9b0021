import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconChevronDown, IconChevronUp } from '#admin/ui/layout/icons.tsx';
import type { AnswerCounts, ChosenAnswers } from '#contract/attendees/submission.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './answer-line.module.css';
import { answerLabel, type CountedQuestion, isGiven } from './counted-questions.ts';

const SHOWN_MAX = 3;

export interface AnswerChoice {
  readonly chosen: ChosenAnswers;
  readonly onChoose: (name: string, value: ChosenAnswers[string]) => void;
}

interface AnswerLineProps extends AnswerChoice {
  read: Pick<UseQueryResult<AnswerCounts>, 'data' | 'isError' | 'refetch'>;
  questions: readonly CountedQuestion[];
  /** Among whom they are counted, if not among all. */
  note: string | undefined;
  areAllShown: boolean;
  onToggleAll: () => void;
}

/** How often the first question was answered how; a click lists those people. */
export function AnswerLine({ read, questions, note, chosen, onChoose, areAllShown, onToggleAll }: AnswerLineProps) {
  if (read.data === undefined) {
    return (
      <div className={classes.line} data-row="wrap" data-variant="small-count">
        {read.isError ? (
          <>
            The answers could not be counted.
            <button type="button" className={classes.all} data-row="inline close" onClick={() => void read.refetch()}>
              Retry
            </button>
          </>
        ) : (
          <Skeleton h={12} w={240} maw="80%" />
        )}
      </div>
    );
  }
  const first = questions.find(({ counts }) => counts.some((answer) => isGiven(answer) && answer.count > 0));
  const noteLine = note === undefined ? null : <span>{note}</span>;
  if (first === undefined)
    return (
      <div className={classes.line} data-row="wrap" data-variant="small-count">
        No answers yet {noteLine}
      </div>
    );
  const Chevron = areAllShown ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.line} data-row="wrap" data-variant="small-count">
      <span dir="auto">{first.label}</span>
      {first.counts
        .filter((answer) => isGiven(answer) && answer.count > 0)
        .slice(0, SHOWN_MAX)
        .map(({ value, count }) => (
          <button
            key={String(value)}
            type="button"
            className={classes.answer}
            aria-pressed={chosen[first.name] === value}
            onClick={() => onChoose(first.name, value)}
          >
            <strong data-variant="stressed">{formatCount(count)}</strong> <bdi>{answerLabel(value)}</bdi>
          </button>
        ))}
      {noteLine}
      <button type="button" className={classes.all} data-row="inline close" aria-expanded={areAllShown} onClick={onToggleAll}>
        {areAllShown ? 'Hide answers' : 'All answers'} <Chevron aria-hidden="true" />
      </button>
    </div>
  );
}
