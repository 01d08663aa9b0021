import { Button, Menu } from '@mantine/core';
import { IconCode, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { SettingsMenu } from '#admin/ui/settings-menu.tsx';
import { useMenuDialogs } from '#admin/ui/use-menu-dialogs.ts';
import type { FeedbackList } from '#contract/feedback.ts';
import { DeleteFeedbackDialog } from './delete-feedback-dialog.tsx';

interface FeedbackActionsProps {
  list: FeedbackList;
  onShowCode: () => void;
  onDeleted: () => void;
}

/** What can be done with a list: its code for a website, and its deletion. */
export function FeedbackActions({ list, onShowCode, onDeleted }: FeedbackActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const { button, opening } = useMenuDialogs();
  return (
    <>
      <Button variant="default" leftSection={<IconCode size={16} stroke={1.75} />} aria-haspopup="dialog" onClick={onShowCode}>
        Website code
      </Button>
      <SettingsMenu ref={button}>
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={opening(() => setDeleting(true))}>
          Delete List…
        </Menu.Item>
      </SettingsMenu>
      <DeleteFeedbackDialog opened={isDeleting} list={list} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </>
  );
}
