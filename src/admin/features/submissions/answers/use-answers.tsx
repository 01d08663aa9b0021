import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FormField } from '#contract/form-field.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import { answersOfList, type AttendeeListParams, toggleAnswer } from '../attendee-list-params.ts';
import { answerCountsQuery } from '../submission-queries.ts';
import { AnswerBars } from './answer-bars.tsx';
import { type AnswerChoice, AnswerLine } from './answer-line.tsx';
import { answersNote, countedQuestions, isCounted } from './counted-questions.ts';

interface AnswersProps {
  scope: SubmissionScope;
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
