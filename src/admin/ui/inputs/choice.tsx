import { Group, Input, SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import { useId } from 'react';

interface ChoiceProps<Value extends string> extends SegmentedControlProps<Value> {
  label: string;
  isInLine?: boolean;
}

export function Choice<Value extends string>({ label, isInLine = false, ...choice }: ChoiceProps<Value>) {
  const id = useId();
  const control = <SegmentedControl aria-labelledby={id} {...choice} />;
  return isInLine ? (
    <Group gap="4px 8px" mb={12} data-text="small">
      <span id={id}>{label}</span>
      {control}
    </Group>
  ) : (
    <Input.Wrapper labelElement="div" label={label} labelProps={{ id, display: 'block' }}>
      {control}
    </Input.Wrapper>
  );
}

/** The options of a select or a segmented control, from their labels by value, in that order. */
export const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the labels have no other names
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
