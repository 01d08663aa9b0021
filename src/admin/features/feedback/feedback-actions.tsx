import { Button, Menu } from '@mantine/core';
import { IconCode, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
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
  return (
    <>
      <Button variant="default" leftSection={<IconCode size={16} stroke={1.75} />} aria-haspopup="dialog" onClick={onShowCode}>
        Website code
      </Button>
      <Menu withinPortal={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconSettings size={16} stroke={1.75} />}>
            Settings
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setDeleting(true)}>
            Delete List…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteFeedbackDialog opened={isDeleting} list={list} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </>
  );
}
