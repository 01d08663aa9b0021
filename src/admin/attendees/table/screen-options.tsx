import { Box, Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '#admin/ui/layout/tool-icons.tsx';
import type { columnGroups } from '../submission-values.ts';

interface ScreenOptionsProps {
  noun: 'series' | 'form';
  groups: ReturnType<typeof columnGroups>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Chooses the optional columns of the attendee tables of a series or marketing form; nothing when there are none. */
export const ScreenOptions = ({ noun, groups, chosen, onChange }: ScreenOptionsProps) =>
  groups.every(({ columns }) => columns.length === 0) ? null : (
    <Popover position="bottom-end" width={288} trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button variant="default" aria-haspopup="dialog" leftSection={<IconAdjustmentsHorizontal />}>
          Screen Options
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} data-stack data-ruled role="dialog" aria-label="Screen Options">
        <Box px={16} py={12} data-fixed>
          <h2 data-text="heading">Screen Options</h2>
          <p data-text="hint">{`Extra columns, remembered for this ${noun}`}</p>
        </Box>
        <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label="Extra columns" mih={0} style={{ overflowY: 'auto' }}>
          <Stack gap="sm" py={12} px="md">
            {groups.map(({ title, columns }) => (
              <Stack key={title} component="fieldset" gap="sm">
                <Text component="legend" mb="sm" data-text="hint">
                  {title}
                </Text>
                {columns.map(({ name, label }) => (
                  <Checkbox key={name} value={name} label={<span dir="auto">{label}</span>} />
                ))}
              </Stack>
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
