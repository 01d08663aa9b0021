import type { MouseEvent } from 'react';
import classes from './select-box.module.css';

interface SelectBoxProps {
  label: string;
  isChosen: boolean;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  /** `isRange`: Shift was held. */
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}

/** A checkbox of a row or of all rows. A native input, because a scrolling table renders dozens of them. */
export function SelectBox({ label, isChosen, isIndeterminate = false, isDisabled = false, onChoose }: SelectBoxProps) {
  const handleClick = (event: MouseEvent<HTMLInputElement>) => onChoose(event.currentTarget.checked, event.shiftKey);
  return (
    <label className={classes.target}>
      <input
        ref={(input) => {
          if (input !== null) input.indeterminate = isIndeterminate;
        }}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={isChosen}
        disabled={isDisabled}
        onChange={() => undefined}
        onClick={handleClick}
      />
    </label>
  );
}
