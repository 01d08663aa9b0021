import { IconCheck } from '#admin/ui/layout/icons.tsx';
import classes from './step-line.module.css';

export const STEPS = ['File', 'Columns', 'Rows', 'Done'] as const;

export type StepName = (typeof STEPS)[number];

interface StepLineProps {
  current: StepName;
  onBackTo: (step: StepName) => void;
}

/** Where in the dialog one is. */
export function StepLine({ current, onBackTo }: StepLineProps) {
  const at = STEPS.indexOf(current);
  return (
    <ol className={classes.steps} aria-label="Steps">
      {STEPS.map((step, index) => (
        <li key={step} className={classes.step} aria-current={index === at ? 'step' : undefined} data-done={index < at}>
          {index < at ? (
            <button type="button" onClick={() => onBackTo(step)}>
              <IconCheck aria-label="Done:" /> {step}
            </button>
          ) : (
            <span>
              {index + 1}&ensp;{step}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
