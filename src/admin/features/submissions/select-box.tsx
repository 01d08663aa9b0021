import type { MouseEvent } from 'react';
import classes from './select-box.module.css';

interface SelectBoxProps {
  label: string;
  isChosen: boolean;
  /** Some of those it stands for. */
  isPartly?: boolean;
  /** `isRange` when Shift was held. */
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}

/** A box to tick at a row or over all rows. The browser's own: a table draws dozens while it scrolls. */
export function SelectBox({ label, isChosen, isPartly = false, onChoose }: SelectBoxProps) {
  const handleClick = (event: MouseEvent<HTMLInputElement>) => onChoose(event.currentTarget.checked, event.shiftKey);
  return (
    <label className={classes.target}>
      <input
        ref={(input) => {
          if (input !== null) input.indeterminate = isPartly;
        }}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={isChosen}
        onChange={() => undefined}
        onClick={handleClick}
      />
    </label>
  );
}
