import { Box } from '@mantine/core';

/** A server's variables, folded, for the people who run it. */
export const SettingNames = ({ names }: { names: readonly string[] }) => (
  <details>
    <Box component="summary" w="fit-content" style={{ cursor: 'pointer' }} data-text="accent">
      Setting names
    </Box>
    <Box component="ul" data-row="wrap">
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </Box>
  </details>
);
