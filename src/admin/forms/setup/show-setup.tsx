import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { SHOW_SETUP_LIST } from '#contract/texts/setup.ts';
import { setupQuery, useDismissSetup } from './setup-queries.ts';

/** The item of a Settings menu that brings a hidden setup list back. */
export function ShowSetup({ form }: { form: FormRef }) {
  const { data: setup } = useQuery(setupQuery(form));
  const { dismiss } = useDismissSetup(form);
  if (setup === undefined || setup.dismissed_at === null) return null;
  return (
    <Menu.Item leftSection={<IconCircleCheck />} onClick={() => dismiss(false)}>
      {SHOW_SETUP_LIST}
    </Menu.Item>
  );
}
