import { TextInput } from '@mantine/core';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';

interface CopyTitleProps {
  name: string;
  help?: string;
  value: string;
  error: string | undefined;
  onChange: (title: string) => void;
}

/** The title of a copy, the first field of each dialog. */
export const CopyTitle = ({ name, help, value, error, onChange }: CopyTitleProps) => (
  <TextInput
    label="Title"
    name={name}
    description={help}
    autoComplete="off"
    data-autofocus
    required
    maxLength={TITLE_MAX_LENGTH}
    value={value}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
