import { Menu } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { SettingsMenu } from '#admin/ui/settings-menu.tsx';
import { useMenuDialogs } from '#admin/ui/use-menu-dialogs.ts';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { DeleteFormDialog } from './delete-form-dialog.tsx';

interface FormSettingsMenuProps {
  form: MarketingForm;
  onDeleted: () => void;
}

/** The rarer things to do with a marketing form; deletion last, behind a line (spec section 2). */
export function FormSettingsMenu({ form, onDeleted }: FormSettingsMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const { button, opening } = useMenuDialogs();
  return (
    <>
      <SettingsMenu ref={button}>
        <Menu.Item component={Link} to={paths.form.edit(form)} leftSection={<IconPencil size={16} stroke={1.75} />}>
          Edit Form
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={opening(() => setDeleting(true))}>
          Delete…
        </Menu.Item>
      </SettingsMenu>
      <DeleteFormDialog opened={isDeleting} form={form} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </>
  );
}
