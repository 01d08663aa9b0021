import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryClient } from '#admin/api/query-client.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { showError, showSuccess } from '#admin/ui/states/show-alert.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { setupCallsOf } from '#contract/forms/setup.ts';
import { topicOf } from '#contract/live.ts';
import { SETUP_HIDDEN } from '#contract/texts/setup.ts';

export const setupQuery = (form: FormRef) =>
  queryOptions({
    queryKey: queryKeys.setup(form),
    meta: { follows: [topicOf(form)] },
    queryFn: ({ signal }) => call(setupCallsOf[form.kind].read, { params: { id: form.id }, signal }),
  });

let closeHidden: (() => void) | undefined;

function sayHidden(undo: () => void): void {
  closeHidden = showSuccess({ ...SETUP_HIDDEN, action: { label: 'Undo', onClick: undo } });
}

export function useDismissSetup(form: FormRef) {
  const { mutate: dismiss, isPending } = useMutation({
    mutationFn: async (dismissed: boolean) => call(setupCallsOf[form.kind].dismiss, { params: { id: form.id }, body: { dismissed } }),
    onSuccess: async (_answer, dismissed) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.setup(form) });
      await moveLostFocus(document.querySelector('h1'));
      if (dismissed) sayHidden(() => dismiss(false));
      else closeHidden?.();
    },
    onError: (error) => showError('The setup list was not changed.', error),
  });
  return { dismiss, isPending };
}
