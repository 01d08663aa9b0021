import { Menu } from '@mantine/core';
import { copyDraftName } from '#admin/events/copies/copy-draft.ts';
import { ArchiveItem } from '#admin/forms/archive-item.tsx';
import { FormSettingsMenu } from '#admin/forms/marketing/form-settings-menu.tsx';
import { ShowSetup } from '#admin/forms/setup/show-setup.tsx';
import { hasDraft } from '#admin/records/drafts.ts';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { IconCopy } from '#admin/ui/layout/icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { useLeaveDeleted } from './frame/visited.ts';

const CopyFormDialog = lazyPart(async () => (await import('#admin/forms/copies/copy-form-dialog.tsx')).CopyFormDialog);

/** The Settings menu of a marketing form with the dialogs that it opens. */
export function FormSettings({ form }: { form: MarketingForm }) {
  const leave = useLeaveDeleted(`/form/${form.id}`);
  const copying = useDialog(() => hasDraft(copyDraftName(form.id)));
  return (
    <>
      <FormSettingsMenu
        form={form}
        onDeleted={leave}
        moreItems={(opening) => (
          <>
            <Menu.Item leftSection={<IconCopy />} onClick={opening(copying.open)}>
              Copy Form…
            </Menu.Item>
            <ShowSetup form={{ kind: 'marketing', id: form.id }} />
            <ArchiveItem form={{ kind: 'marketing', id: form.id }} settings={form} />
          </>
        )}
      />
      {copying.show(<CopyFormDialog key={form.id} form={form} />)}
    </>
  );
}
