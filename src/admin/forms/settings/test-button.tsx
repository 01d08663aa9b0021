import { Button, Group } from '@mantine/core';
import { messageOf } from '#admin/api/api-error.ts';
import type { useConnectionTest } from '#admin/reads/connection-queries.ts';
import { IconSend } from '#admin/ui/layout/icons.tsx';

interface TestButtonProps {
  label: string;
  test: Pick<ReturnType<typeof useConnectionTest>, 'data' | 'error' | 'isPending'>;
  isDisabled?: boolean;
  refused?: string | undefined;
  onTest: () => void;
}

export const TestButton = ({ label, test: { data, error, isPending }, isDisabled = false, refused, onTest }: TestButtonProps) => (
  <Group gap={8} mt={8} fz="xs" lh="xs" data-text="second">
    <Button variant="default" size="xs" leftSection={<IconSend />} disabled={isDisabled} loading={isPending} onClick={onTest}>
      {label}
    </Button>
    {data === undefined ? null : <span role="status">{data.message}</span>}
    {error === null ? null : (
      <span role="alert" data-text="bad">
        {refused ?? messageOf(error)}
      </span>
    )}
  </Group>
);
