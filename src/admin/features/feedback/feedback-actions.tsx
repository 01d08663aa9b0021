import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useMenuDialogs } from '#admin/ui/dialogs/use-menu-dialogs.ts';
import { IconCode, IconTrash } from '#admin/ui/layout/icons.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import type { FeedbackCard } from '#contract/feedback.ts';
import { DeleteFeedbackDialog } from './delete-feedback-dialog.tsx';

interface FeedbackActionsProps {
  list: FeedbackCard;
  onShowCode: () => void;
  onDeleted: () => void;
}

/** Shows the code for a website, and deletes the list. */
export function FeedbackActions({ list, onShowCode, onDeleted }: FeedbackActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const { button, opening } = useMenuDialogs();
  return (
    <>
      <Button variant="default" leftSection={<IconCode />} aria-haspopup="dialog" onClick={onShowCode}>
        Website code
      </Button>
      <SettingsMenu ref={button}>
        <Menu.Item color="red" leftSection={<IconTrash />} onClick={opening(() => setDeleting(true))}>
          Delete List…
        </Menu.Item>
      </SettingsMenu>
      <DeleteFeedbackDialog opened={isDeleting} list={list} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </>
  );
}
