import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { IconArchive, IconArrowBackUp } from '#admin/ui/layout/icons.tsx';
import { api } from '#contract/api.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';

interface ArchiveItemProps {
  form: FormRef;
  settings: { readonly title: string; readonly is_archived: boolean };
}

/** The item of a Settings menu that archives a series or marketing form, or brings it back. */
export function ArchiveItem({ form, settings: { title, is_archived: isArchived } }: ArchiveItemProps) {
  const archive = useArchive(form, title);
  return (
    <Menu.Item leftSection={isArchived ? <IconArrowBackUp /> : <IconArchive />} onClick={() => archive(!isArchived)}>
      {isArchived ? 'Bring back' : 'Archive'}
    </Menu.Item>
  );
}

function useArchive(form: FormRef, title: string): (isArchived: boolean) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (isArchived: boolean) => {
      const sent = { params: { id: form.id }, body: { is_archived: isArchived } };
      return form.kind === 'series' ? call(api.editEventSeries, sent) : call(api.editForm, sent);
    },
    onSuccess: (_saved, isArchived) =>
      isArchived
        ? showSuccess({
            title: `‘${title}’ is archived`,
            text: 'Its card is folded on the dashboard. People can still sign up.',
            action: { label: 'Undo', onClick: () => mutate(false) },
          })
        : showSuccess({ title: `‘${title}’ is back on the dashboard` }),
    onError: (error) => showFailure({ title: `‘${title}’ was not changed.`, text: messageOf(error) }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.readsOf(form) }),
        queryClient.invalidateQueries({ queryKey: queryKeys.cardsOf(form) }),
      ]),
  });
  return mutate;
}
