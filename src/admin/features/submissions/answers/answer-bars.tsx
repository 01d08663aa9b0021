import { formatCount } from '#contract/texts/counts.ts';
import classes from './answer-bars.module.css';
import type { AnswerChoice } from './answer-line.tsx';
import { answerLabel, type CountedQuestion, isGiven } from './counted-questions.ts';

declare module 'react' {
  interface CSSProperties {
    '--share'?: string;
  }
}

interface AnswerBarsProps extends AnswerChoice {
  questions: readonly CountedQuestion[];
}

/** A bar for each answer to the questions; a click lists those people. */
export function AnswerBars({ questions, chosen, onChoose }: AnswerBarsProps) {
  return (
    <div className={classes.questions}>
      {questions.map(({ name, label, counts }) => {
        const most = Math.max(1, ...counts.map(({ count }) => count));
        return (
          <section key={name} aria-label={label}>
            <h3 className={classes.heading} dir="auto">
              {label}
            </h3>
            {counts.map((answer) => (
              <button
                key={String(answer.value)}
                type="button"
                className={classes.answer}
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
