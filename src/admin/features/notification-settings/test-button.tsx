import { Button } from '@mantine/core';
import { IconSend } from '#admin/ui/layout/icons.tsx';
import classes from './test-button.module.css';

interface TestButtonProps {
  label: string;
  isRunning: boolean;
  isDisabled?: boolean;
  /** Result of the last test, if it succeeded. */
  done: string | undefined;
  /** Why the last test failed. */
  failure: string | undefined;
  onTest: () => void;
}

/** Tests unsaved settings and shows the result. */
export function TestButton({ label, isRunning, isDisabled = false, done, failure, onTest }: TestButtonProps) {
  return (
    <div className={classes.test}>
      <Button variant="default" size="xs" leftSection={<IconSend />} disabled={isDisabled} loading={isRunning} onClick={onTest}>
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
