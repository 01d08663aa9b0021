import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AnswerBars } from '#admin/features/submissions/answers/answer-bars.tsx';
import { type AnswerChoice, AnswerLine } from '#admin/features/submissions/answers/answer-line.tsx';
import { countedQuestions, isCounted } from '#admin/features/submissions/answers/counted-questions.ts';
import { answersOfList, EVERY_ATTENDEE, toggleAnswer } from '#admin/features/submissions/attendee-list-params.ts';
import { answerCountsQuery } from '#admin/features/submissions/submission-queries.ts';
import type { ListedEvent } from '#contract/event.ts';
import type { FormField } from '#contract/form-field.ts';
import type { EventParams } from './use-event-params.ts';

interface EventAnswersProps {
  seriesId: string;
  event: ListedEvent;
  /** The fields of the form that attendees of the event are asked. */
  asked: readonly FormField[];
  open: EventParams;
  isInView: boolean;
}

interface EventAnswers {
  /** The answers and sources that the open list is limited to. */
  readonly chosen: AnswerChoice['chosen'];
  readonly line: ReactNode;
  readonly bars: ReactNode;
}

/** The counted answers of an event: the line of its card, and the bars that the line opens. */
export function useEventAnswers({ seriesId, event, asked, open, isInView }: EventAnswersProps): EventAnswers {
  const [areBarsShown, setBarsShown] = useState(false);
  const areCounted = event.submissions_count > 0 && asked.some(isCounted);
  const read = useQuery({ ...answerCountsQuery(seriesId, event.id), enabled: areCounted && isInView });
  const isOpen = open.eventId === event.id;
  const chosen = isOpen ? answersOfList(open.list) : {};
  if (!areCounted) return { chosen, line: null, bars: null };
  const onChoose: AnswerChoice['onChoose'] = (name, value) => {
    if (isOpen) open.setList(toggleAnswer(open.list, name, value));
    else open.showList(event.id, toggleAnswer(EVERY_ATTENDEE, name, value));
  };
  const questions = countedQuestions(read.data ?? [], asked).filter(({ isSource }) => !isSource);
  return {
    chosen,
    line: (
      <AnswerLine
        read={read}
        questions={questions}
        chosen={chosen}
        onChoose={onChoose}
        areAllShown={areBarsShown}
        onToggleAll={() => setBarsShown(!areBarsShown)}
      />
    ),
    bars: areBarsShown && questions.length > 0 ? <AnswerBars questions={questions} chosen={chosen} onChoose={onChoose} /> : null,
  };
}
