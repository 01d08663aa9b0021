import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import classes from './test-button.module.css';

interface TestButtonProps {
  label: string;
  isRunning: boolean;
  isDisabled?: boolean;
  /** What the last test did. */
  done: string | undefined;
  /** Why the last test failed. */
  failure: string | undefined;
  onTest: () => void;
}

/** Tries what is being written, before it is saved, and says what came of it. */
export function TestButton({ label, isRunning, isDisabled = false, done, failure, onTest }: TestButtonProps) {
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSend size={16} stroke={1.75} />}
        disabled={isDisabled}
        loading={isRunning}
        onClick={onTest}
      >
        {label}
      </Button>
      {done === undefined ? null : <span role="status">{done}</span>}
      {failure === undefined ? null : (
        <span role="alert" data-failed="">
          {failure}
        </span>
      )}
    </div>
  );
}
