import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { SAVE_FAILED, SAVE_SUCCEEDED } from '#contract/texts/staff.ts';

/** How long the news of a good save stays (spec section 9). */
const SAVE_BANNER_MS = 3_000;

/** What became of a save; `at` tells one save from the next. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'failed'; readonly at: number; readonly why: string };

/** The note under the title after a save: a good one goes after 3 seconds, a failed one stays until the next try. */
export function SaveBanner({ outcome }: { outcome: SaveOutcome | undefined }) {
  if (outcome === undefined) return null;
  if (outcome.kind === 'saved') return <SavedNote key={outcome.at} />;
  return (
    <Alert color="red" icon={<IconAlertCircle size={16} stroke={1.75} />}>
      {SAVE_FAILED} {outcome.why}
    </Alert>
  );
}

function SavedNote() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SAVE_BANNER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <Alert role="status" color="green" icon={<IconCircleCheck size={16} stroke={1.75} />}>
      {SAVE_SUCCEEDED}
    </Alert>
  );
}
