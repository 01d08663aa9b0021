import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { WholeWidth } from '#admin/ui/layout/settings-section.tsx';

/** Warnings that do not prevent saving. */
export function WarningNotes({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <WholeWidth key={text}>
      <Alert role="status" color="orange" icon={<IconAlertTriangle />}>
        {text}
      </Alert>
    </WholeWidth>
  ));
}
