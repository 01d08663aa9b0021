import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { WholeWidth } from '#admin/ui/layout/settings-section.tsx';

/** A warning that does not prevent saving. */
export function WarningNote({ text }: { text: string }) {
  return (
    <WholeWidth>
      <Alert role="status" color="orange" icon={<IconAlertTriangle />}>
        {text}
      </Alert>
    </WholeWidth>
  );
}
