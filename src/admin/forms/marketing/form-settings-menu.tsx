import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '#admin/api/call.ts';
import { paths } from '#admin/paths.ts';
import { formQuery } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { DeleteCardDialog } from '#admin/ui/dialogs/delete-card-dialog.tsx';
import { IconPencil } from '#admin/ui/layout/icons.tsx';
import { SettingsMenu, type SettingsItems } from '#admin/ui/layout/settings-menu.tsx';
import { api } from '#contract/api.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { counted } from '#contract/texts/counts.ts';

/** The Settings menu of a marketing form. */
export function FormSettingsMenu({ form, onDeleted, moreItems }: { form: MarketingForm; onDeleted: () => void; moreItems: SettingsItems }) {
  return (
    <SettingsMenu
      items={(opening) => (
        <>
          <Menu.Item component={Link} to={paths.marketing.edit(form)} leftSection={<IconPencil />}>
            Edit Form
          </Menu.Item>
          {moreItems(opening)}
        </>
      )}
      deleteLabel="Delete"
      deleteDialog={<DeleteFormDialog form={form} onDeleted={onDeleted} />}
    />
  );
}

/** Asks before a marketing form is deleted, and says what is deleted with it, as counted now. */
function DeleteFormDialog({ form, onDeleted }: { form: MarketingForm; onDeleted: () => void }) {
  const { data: now = form } = useQuery({ ...formQuery(form.id), staleTime: 0 });
  return (
    <DeleteCardDialog
      card={form}
      remove={() => call(api.deleteForm, { params: { id: form.id } })}
      readsKey={queryKeys.form(form.id)}
      cardsKey={queryKeys.formCards}
      losses={
        <>
          <strong>
            {counted(now.signups_count, 'sign-up')} and {counted(now.formFields.length, 'field')} are lost.
          </strong>{' '}
          The settings go too, and its public page closes.
        </>
      }
      go="Delete form"
      onDeleted={onDeleted}
    />
  );
}
