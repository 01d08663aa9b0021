import { Skeleton, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { answerCountsQuery, answersOfList, type AttendeeListParams, toggleAnswer } from '#admin/reads/submission-queries.ts';
import { IconChevronDown, IconChevronUp } from '#admin/ui/layout/icons.tsx';
import { readState } from '#admin/ui/states/page-state.tsx';
import type { AnswerCounts, ChosenAnswers } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { LOADING } from '#contract/texts/staff.ts';
import { answerLabel, answersNote, type CountedQuestion, countedQuestions, isGiven } from '../submission-values.ts';
import classes from './answers.module.css';

interface AnswersProps {
  scope: AttendeeScope;
  submissionsCount: number;
  asked: readonly FormField[];
  list: AttendeeListParams;
  onListChange: (list: AttendeeListParams) => void;
  isInView: boolean;
}

/** The counted answers of an event or marketing form: the line of its card, and the bars that the line opens. */
export function useAnswers({ scope, submissionsCount, asked, list, onListChange, isInView }: AnswersProps) {
  const [areBarsShown, setBarsShown] = useState(false);
  const areCounted = submissionsCount > 0 && asked.some(takesAnswer);
  const read = useQuery({ ...answerCountsQuery(scope), enabled: areCounted && isInView });
  const chosen = answersOfList(list);
  if (!areCounted) return { chosen, line: null, bars: null };
  const onChoose: AnswerChoice['onChoose'] = (name, value) => onListChange(toggleAnswer(list, name, value));
  const questions = countedQuestions(read.data ?? [], asked).filter(({ isSource }) => !isSource);
  return {
    chosen,
    line: (
      <div className={classes.line} data-breaks data-row="wrap" data-text="small-count">
        <AnswerLine
          read={read}
          questions={questions}
          chosen={chosen}
          onChoose={onChoose}
          note={answersNote(submissionsCount)}
          areAllShown={areBarsShown}
          onToggleAll={() => setBarsShown(!areBarsShown)}
        />
      </div>
    ),
    bars: areBarsShown && questions.length > 0 ? <AnswerBars questions={questions} chosen={chosen} onChoose={onChoose} /> : null,
  };
}

/** One further answer is shown too: ‘+1 more’ would take up its room. */
const SHOWN_MAX = 3;
const firstOf = <T,>(counts: readonly T[]): readonly T[] => counts.slice(0, counts.length === SHOWN_MAX + 1 ? SHOWN_MAX + 1 : SHOWN_MAX);

interface AnswerChoice {
  readonly chosen: ChosenAnswers;
  readonly onChoose: (name: string, value: ChosenAnswers[string]) => void;
}

interface AnswerLineProps extends AnswerChoice {
  read: UseQueryResult<AnswerCounts>;
  questions: readonly CountedQuestion[];
  /** The people among whom they are counted, if not all. */
  note: string | undefined;
  areAllShown: boolean;
  onToggleAll: () => void;
}

/** The answers to the first question with options, most frequent first; a click lists the people who gave one. */
function AnswerLine({ read, questions, note, chosen, onChoose, areAllShown, onToggleAll }: AnswerLineProps) {
  if (readState(read) === 'failed')
    return (
      <>
        <span>The answers could not be counted.</span>
        <button type="button" data-row="inline close" onClick={() => void read.refetch()}>
          {read.isFetching ? LOADING : 'Retry'}
        </button>
      </>
    );
  if (read.data === undefined) return <Skeleton h={12} w={240} maw="80%" />;
  const given = questions.flatMap((question) => {
    const counts = question.counts.filter((answer) => isGiven(answer) && answer.count > 0).toSorted((a, b) => b.count - a.count);
    return counts.length === 0 ? [] : [{ ...question, counts }];
  });
  const first = given.find(({ isText }) => !isText) ?? given[0];
  const noteLine = note === undefined ? null : <span>{note}</span>;
  if (first === undefined)
    return (
      <>
        <span>No answers yet</span> {noteLine}
      </>
    );
  const shown = firstOf(first.counts);
  const Chevron = areAllShown ? IconChevronUp : IconChevronDown;
  return (
    <>
      <span dir="auto">{first.label}</span>
      {shown.map(({ value, count }) => (
        <button key={String(value)} type="button" aria-pressed={chosen[first.name] === value} onClick={() => onChoose(first.name, value)}>
          <bdi>{answerLabel(value, first.isText)}</bdi> <strong data-text="stressed">{formatCount(count)}</strong>
        </button>
      ))}
      {first.counts.length > shown.length ? <span>{`+${first.counts.length - shown.length} more`}</span> : null}
      {noteLine}
      <button type="button" data-row="inline close" aria-expanded={areAllShown} onClick={onToggleAll}>
        {areAllShown ? 'Hide answers' : 'All answers'} <Chevron aria-hidden="true" />
      </button>
    </>
  );
}

declare module 'react' {
  interface CSSProperties {
    '--share'?: string;
  }
}

const AnswerBars = ({ questions, chosen, onChoose }: AnswerChoice & { questions: readonly CountedQuestion[] }) => (
  <div className={classes.questions} data-edge="top" data-phone="stacked">
    {questions.map(({ name, label, counts, isText }) => {
      const most = Math.max(1, ...counts.map(({ count }) => count));
      return (
        <section key={name} aria-label={label}>
          <Text component="h3" mb={4} data-text="label" dir="auto">
            {label}
          </Text>
          {counts.map((answer) => (
            <button
              key={String(answer.value)}
              type="button"
              className={classes.answer}
              data-hover="fill"
              data-text="main"
              data-given={isGiven(answer)}
              aria-pressed={chosen[name] === answer.value}
              onClick={() => onChoose(name, answer.value)}
            >
              <bdi>{answerLabel(answer.value, isText)}</bdi>
              <span aria-hidden="true">
                <span className={classes.bar} style={{ '--share': `${(answer.count / most) * 100}%` }} />
              </span>
              <span className={classes.count}>{formatCount(answer.count)}</span>
            </button>
          ))}
        </section>
      );
    })}
  </div>
);
