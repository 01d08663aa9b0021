import { Button, Menu } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Ask, runOf } from '../dialogs/dialog.tsx';
import { useDialog } from '../dialogs/use-dialog.tsx';
import { type MenuDialogs, useMenuDialogs } from '../dialogs/use-menu-dialogs.ts';
import { IconSettings, IconTrash } from './icons.tsx';

/** The `Menu.Item`s above the deletion; those that open a dialog wrap their handler in `opening`. */
export type SettingsItems = (opening: MenuDialogs['opening']) => ReactNode;

interface SettingsMenuProps {
  items?: SettingsItems;
  deleteLabel: string;
  deleteDialog: ReactNode;
}

/** The Settings menu of a page; deletion comes last, below a divider, with the dialog that it opens. */
export function SettingsMenu({ items, deleteLabel, deleteDialog }: SettingsMenuProps) {
  const deleting = useDialog();
  const { button, opening } = useMenuDialogs();
  return (
    <>
      <Menu withinPortal={false}>
        <Menu.Target>
          <Button ref={button} variant="default" leftSection={<IconSettings />}>
            Settings
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items?.(opening)}
          {items === undefined ? null : <Menu.Divider />}
          <Menu.Item color="red" leftSection={<IconTrash />} onClick={opening(deleting.open)}>
            {deleteLabel}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deleting.show(deleteDialog)}
    </>
  );
}

interface DeleteCardDialogProps {
  card: { id: string; title: string };
  remove: () => Promise<unknown>;
  readsKey: QueryKey;
  /** Key of the dashboard's cards that then have one less. */
  cardsKey: QueryKey;
  losses: ReactNode;
  go: string;
  children?: ReactNode;
  onDeleted: () => void;
}

/** Deletes something that has a card on the dashboard, and removes it from the cache, so that no screen reads it again. */
export function DeleteCardDialog({ card, remove, readsKey, cardsKey, onDeleted, ...question }: DeleteCardDialogProps) {
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await queryClient.cancelQueries({ queryKey: readsKey });
      queryClient.setQueryData<readonly { id: string }[]>(cardsKey, (cards) => cards?.filter(({ id }) => id !== card.id));
      await queryClient.invalidateQueries({ queryKey: cardsKey });
    },
  });
  return (
    <Ask
      {...question}
      {...runOf(deletion)}
      title={`Delete ‘${card.title}’?`}
      onGo={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
    />
  );
}
