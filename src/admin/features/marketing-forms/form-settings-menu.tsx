import { Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { useMenuDialogs } from '#admin/ui/dialogs/use-menu-dialogs.ts';
import { IconPencil, IconTrash } from '#admin/ui/layout/icons.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { DeleteFormDialog } from './delete-form-dialog.tsx';

interface FormSettingsMenuProps {
  form: MarketingForm;
  onDeleted: () => void;
}

/** The Settings menu of a marketing form; deletion comes last, below a divider. */
export function FormSettingsMenu({ form, onDeleted }: FormSettingsMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const { button, opening } = useMenuDialogs();
  return (
    <>
      <SettingsMenu ref={button}>
        <Menu.Item component={Link} to={paths.form.edit(form)} leftSection={<IconPencil />}>
          Edit Form
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash />} onClick={opening(() => setDeleting(true))}>
          Delete
        </Menu.Item>
      </SettingsMenu>
      <DeleteFormDialog opened={isDeleting} form={form} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </>
  );
}
