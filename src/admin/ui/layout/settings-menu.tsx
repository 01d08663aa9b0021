import { Button } from '@mantine/core';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#admin/api/query-client.ts';
import { wasDeleted } from '#contract/texts/announcement.ts';
import { ToolMenu } from '../actions/tool-item.tsx';
import { ConfirmDialog, callState } from '../dialogs/dialog.tsx';
import { showSuccess } from '../states/show-alert.tsx';
import { IconSettings } from './icons.tsx';
import type { Tool } from './tool-button.tsx';

export function SettingsMenu({ tools, dialogs, onOpen }: { tools: readonly Tool[]; dialogs: ReactNode; onOpen?: () => void }) {
  if (tools.length === 0) return dialogs;
  return (
    <>
      <ToolMenu tools={tools} withinPortal={false} {...(onOpen && { onOpen })}>
        <Button variant="default" leftSection={<IconSettings />}>
          Settings
        </Button>
      </ToolMenu>
      {dialogs}
    </>
  );
}

interface DeleteCardDialogProps {
  card: { id: string; title: string };
  remove: () => Promise<{ readonly id: string; readonly told?: number | undefined }>;
  readsKey: QueryKey;
  /** Key of the dashboard's cards, which then have one fewer. */
  cardsKey: QueryKey;
  losses: ReactNode;
  go: string;
  isChanged?: boolean;
  children?: ReactNode;
  onDeleted: () => void;
}

/** Deletes something with a card on the dashboard, and removes it from the cache, so that no screen reads it again. */
export function DeleteCardDialog({ card, remove, readsKey, cardsKey, isChanged, onDeleted, ...question }: DeleteCardDialogProps) {
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: async ({ told }) => {
      showSuccess(wasDeleted(card.title, told));
      await queryClient.cancelQueries({ queryKey: readsKey });
      queryClient.setQueryData<readonly { id: string }[]>(cardsKey, (cards) => cards?.filter(({ id }) => id !== card.id));
      await queryClient.invalidateQueries({ queryKey: cardsKey });
    },
  });
  return (
    <ConfirmDialog
      {...question}
      {...callState(deletion)}
      isChanged={isChanged === true && !deletion.isSuccess}
      title={`Delete ‘${card.title}’?`}
      // The page is still there until the next one has loaded, or if staff stay to save an edit.
      onGo={() => (deletion.isSuccess ? undefined : deletion.mutate(undefined, { onSuccess: onDeleted }))}
    />
  );
}
