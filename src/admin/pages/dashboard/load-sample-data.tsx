import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { moveLostFocus } from '#admin/ui/feedback/move-lost-focus.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { api } from '#contract/api.ts';

/** Fills an empty server with sample series, forms and sign-ups. */
export function LoadSampleData() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(api.loadSampleData, {}),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      await moveLostFocus(document.querySelector('h1'));
      showSuccess({
        title: 'Sample data was added',
        text: 'Three series and two forms with 2,000 sign-ups. Delete them whenever you like.',
      });
    },
    onError: (error) => showFailure({ title: 'No sample data was added.', text: messageOf(error) }),
  });
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      Load sample data
    </Button>
  );
}
