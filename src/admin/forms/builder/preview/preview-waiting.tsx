import { Skeleton } from '@mantine/core';
import { Repeated } from '#admin/ui/loading/repeated.tsx';
import { LOADING_FORM } from '#contract/texts/words/form.ts';
import classes from './preview.module.css';

/** Shown while the public form loads. */
export const PreviewWaiting = () => (
  <div className={classes.waiting}>
    <p role="status" data-variant="second">
      {LOADING_FORM}
    </p>
    <Repeated times={5}>
      <Skeleton h={48} radius="md" />
    </Repeated>
  </div>
);
