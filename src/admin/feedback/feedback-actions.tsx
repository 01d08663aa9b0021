import { Button } from '@mantine/core';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { DeleteCardDialog } from '#admin/ui/dialogs/delete-card-dialog.tsx';
import { IconCode } from '#admin/ui/layout/icons.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { api } from '#contract/api.ts';
import type { FeedbackCard } from '#contract/feedback.ts';
import { counted } from '#contract/texts/counts.ts';

interface FeedbackActionsProps {
  list: FeedbackCard;
  onShowCode: () => void;
  onDeleted: () => void;
}

/** Shows the code for a website, and deletes the list after saying what is deleted with it. */
export function FeedbackActions({ list, onShowCode, onDeleted }: FeedbackActionsProps) {
  return (
    <>
      <Button variant="default" leftSection={<IconCode />} aria-haspopup="dialog" onClick={onShowCode}>
        Website code
      </Button>
      <SettingsMenu
        deleteLabel="Delete List…"
        deleteDialog={
          <DeleteCardDialog
            card={list}
            remove={() => call(api.deleteFeedbackList, { params: { id: list.id } })}
            readsKey={queryKeys.feedback(list.id)}
            cardsKey={queryKeys.feedbackCards}
            losses={
              <>
                <strong>{counted(list.count, 'entry is', 'entries are')} lost.</strong> A website that still sends feedback to this list
                will get an error.
              </>
            }
            go="Delete list"
            onDeleted={onDeleted}
          />
        }
      />
    </>
  );
}
