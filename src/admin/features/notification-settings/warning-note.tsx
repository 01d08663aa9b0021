import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { WholeWidth } from '#admin/ui/settings-section.tsx';

/** What to know before saving: it stops nothing. */
export function WarningNote({ text }: { text: string }) {
  return (
    <WholeWidth>
      <Alert role="status" color="orange" icon={<IconAlertTriangle size={16} stroke={1.75} />}>
        {text}
      </Alert>
    </WholeWidth>
  );
}
