import { Skeleton, Stack } from '@mantine/core';
import { repeated } from '#admin/ui/layout/page.tsx';
import { LOADING_FORM } from '#contract/texts/words/form.ts';

export const PreviewSkeleton = () => (
  <Stack gap={24} px={20} py={24}>
    <p role="status" data-text="second">
      {LOADING_FORM}
    </p>
    {repeated(5, <Skeleton h={48} radius="md" />)}
  </Stack>
);
