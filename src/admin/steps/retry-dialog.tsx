import { Alert, Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogFoot } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { type Cause, OLD_AFTER_DAYS } from '#contract/steps/attention.ts';
import { asIfNew } from '#contract/steps/causes.ts';
import { SERVICES } from '#contract/steps/steps.ts';
import { counted, formatCount, isOrAre } from '#contract/texts/counts.ts';

/** What happens to messages about old sign-ups when the newer ones are retried. */
export type OldOnes = 'leave' | 'dismiss' | 'retry';

function oldText({ steps, old }: Cause): string {
  if (steps === 1) return 'This is';
  if (old === steps) return 'All of them are';
  return `${formatCount(old)} of them ${isOrAre(old)}`;
}

const ones = (count: number, which: string): string => (count === 1 ? `${which} one` : `${formatCount(count)} ${which} ones`);

/** Asks before messages about old sign-ups go out; by default these stay in the list. */
export function RetryDialog({ cause, onRetry }: { cause: Cause; onRetry: (oldOnes: OldOnes) => void }) {
  const close = useCloseDialog();
  const [chosen, setChosen] = useState<OldOnes>('leave');
  const { old } = cause;
  const recent = cause.steps - old;
  const oldOnes = recent === 0 ? 'retry' : chosen;
  const [one, several] = SERVICES[cause.service].sent;
  const [newer, older] = [ones(recent, 'newer'), ones(old, 'older')];
  const labels: Record<OldOnes, string> = {
    leave: `Retry the ${newer}, leave the ${older} here`,
    dismiss: `Retry the ${newer}, dismiss the ${older}`,
    retry: `Retry all ${formatCount(cause.steps)}`,
  };
  const handleRetry = () => {
    close();
    onRetry(oldOnes);
  };
  return (
    <Dialog title={`Retry ${counted(cause.steps, one, several)}?`}>
      <Alert role="note" color="orange" icon={<IconAlertTriangle />}>
        <strong>{`${oldText(cause)} older than ${OLD_AFTER_DAYS} days.`}</strong>
        {` ${cause.steps === 1 ? 'It is about' : 'The oldest is'} a sign-up from ${dates.day(cause.oldest_sign_up_at)}. ${asIfNew(cause)}`}
      </Alert>
      {recent === 0 ? null : (
        <Radio.Group mt={16} aria-label="What to do with the older ones" value={chosen} onChange={setChosen}>
          <Stack gap={12}>
            {(['leave', 'dismiss', 'retry'] as const).map((value) => (
              <Radio key={value} value={value} label={labels[value]} data-autofocus={value === 'leave' ? true : undefined} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <DialogFoot>
        <Button onClick={handleRetry}>{`Retry ${formatCount(oldOnes === 'retry' ? cause.steps : recent)}`}</Button>
      </DialogFoot>
    </Dialog>
  );
}
