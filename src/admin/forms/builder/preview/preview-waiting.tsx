import { Skeleton, Stack } from '@mantine/core';
import { Repeated } from '#admin/ui/loading/repeated.tsx';
import { LOADING_FORM } from '#contract/texts/words/form.ts';

export const PreviewWaiting = () => (
  <Stack gap={24} px={20} py={24}>
    <p role="status" data-text="second">
      {LOADING_FORM}
    </p>
    <Repeated times={5}>
      <Skeleton h={48} radius="md" />
    </Repeated>
  </Stack>
);
