import { VisuallyHidden } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';

/** Announcing each change of a number would drown out everything else. */
const SPOKEN_EVERY_MS = 10_000;

/** Tells screen readers what the page shows next to it, at most every 10 seconds. */
export const Spoken = ({ text }: { text: string }) => (
  <VisuallyHidden role="status">{useThrottledValue(text, SPOKEN_EVERY_MS)}</VisuallyHidden>
);
