import { Button, Menu } from '@mantine/core';
import { IconPencil, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { DeleteFormDialog } from './delete-form-dialog.tsx';

interface FormSettingsMenuProps {
  form: MarketingForm;
  onDeleted: () => void;
}

/** The rarer things to do with a marketing form; deletion last, behind a line (spec section 2). */
export function FormSettingsMenu({ form, onDeleted }: FormSettingsMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu withinPortal={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconSettings size={16} stroke={1.75} />}>
            Settings
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths.form.edit(form)} leftSection={<IconPencil size={16} stroke={1.75} />}>
            Edit Form
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setDeleting(true)}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteFormDialog opened={isDeleting} form={form} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </>
  );
}
