import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answersOfList, type AttendeeListParams, toggleAnswer } from '#admin/reads/attendee-list-params.ts';
import { answerCountsQuery } from '#admin/reads/submission-queries.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { isCounted } from '#contract/rules/field-types.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './answer-bars.module.css';
import { type AnswerChoice, AnswerLine } from './answer-line.tsx';
import { answerLabel, answersNote, type CountedQuestion, countedQuestions, isGiven } from './counted-questions.ts';

interface AnswersProps {
  scope: AttendeeScope;
  submissionsCount: number;
  /** The fields that are asked. */
  asked: readonly FormField[];
  /** The list that a click limits. */
  list: AttendeeListParams;
  onListChange: (list: AttendeeListParams) => void;
  isInView: boolean;
}

interface Answers {
  /** The answers and sources that the list is limited to. */
  readonly chosen: AnswerChoice['chosen'];
  readonly line: ReactNode;
  readonly bars: ReactNode;
}

/** The counted answers of an event or marketing form: the line of its card, and the bars that the line opens. */
export function useAnswers({ scope, submissionsCount, asked, list, onListChange, isInView }: AnswersProps): Answers {
  const [areBarsShown, setBarsShown] = useState(false);
  const areCounted = submissionsCount > 0 && asked.some(isCounted);
  const read = useQuery({ ...answerCountsQuery(scope), enabled: areCounted && isInView });
  const chosen = answersOfList(list);
  if (!areCounted) return { chosen, line: null, bars: null };
  const onChoose: AnswerChoice['onChoose'] = (name, value) => onListChange(toggleAnswer(list, name, value));
  const questions = countedQuestions(read.data ?? [], asked).filter(({ isSource }) => !isSource);
  return {
    chosen,
    line: (
      <AnswerLine
        read={read}
        questions={questions}
        chosen={chosen}
        onChoose={onChoose}
        note={answersNote(submissionsCount)}
        areAllShown={areBarsShown}
        onToggleAll={() => setBarsShown(!areBarsShown)}
      />
    ),
    bars: areBarsShown && questions.length > 0 ? <AnswerBars questions={questions} chosen={chosen} onChoose={onChoose} /> : null,
  };
}

declare module 'react' {
  interface CSSProperties {
    '--share'?: string;
  }
}

interface AnswerBarsProps extends AnswerChoice {
  questions: readonly CountedQuestion[];
}

/** A bar for each answer to the questions; a click lists those people. */
function AnswerBars({ questions, chosen, onChoose }: AnswerBarsProps) {
  return (
    <div className={classes.questions} data-phone="stacked">
      {questions.map(({ name, label, counts }) => {
        const most = Math.max(1, ...counts.map(({ count }) => count));
        return (
          <section key={name} aria-label={label}>
            <h3 className={classes.heading} data-variant="label" dir="auto">
              {label}
            </h3>
            {counts.map((answer) => (
              <button
                key={String(answer.value)}
                type="button"
                className={classes.answer}
                data-variant="main"
                data-given={isGiven(answer)}
                aria-pressed={chosen[name] === answer.value}
                onClick={() => onChoose(name, answer.value)}
              >
                <bdi>{answerLabel(answer.value)}</bdi>
                <span className={classes.track} aria-hidden="true">
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
}
