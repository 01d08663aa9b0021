import { Box, Group, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { answersInWords } from '#admin/attendees/answers/counted-questions.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconHelp, IconSend } from '#admin/ui/layout/icons.tsx';
import { IconClock, IconMinus } from '#admin/ui/layout/tool-icons.tsx';
import type { Mailing } from '#contract/mailings/mailing-calls.ts';
import { audienceInWords, STATES } from '#contract/texts/mailings.ts';
import classes from './mailing-editor.module.css';

const LOOKS = {
  scheduled: ['second', IconClock],
  waiting: ['quiet', IconClock],
  running: ['second', IconSend],
  sent: ['good', IconCircleCheck],
  done: ['good', IconCircleCheck],
  refused: ['bad', IconAlertCircle],
  not_known: ['warn', IconHelp],
  left_out: ['quiet', IconMinus],
  stopped: ['warn', IconAlertTriangle],
} as const;

export function State({ state }: { state: keyof typeof LOOKS }) {
  const [tone, Icon] = LOOKS[state];
  return (
    <Group gap={6} wrap="nowrap" data-text={tone}>
      <Icon size={16} aria-hidden="true" />
      {STATES[state]}
    </Group>
  );
}

/** Whom a mailing is for; automatic mails name their event. */
export const audienceOf = (form: ReadForm, { kind, audience, event_title: title }: Mailing): string | null =>
  kind === 'mailing'
    ? audienceInWords(audience, form.kind === 'series' ? form.events : [], answersInWords(form.formFields, audience))
    : title;

interface MailingTableProps {
  label: string;
  /** Each with the width of its column, if set. */
  heads: readonly (readonly [name: string, width?: string])[];
  children: ReactNode;
}

/** A table whose cells stand below each other on phones. */
export const MailingTable = ({ label, heads, children }: MailingTableProps) => (
  <Box mt={8} data-box="card">
    <Table className={classes.rows} aria-label={label}>
      <Table.Thead data-phone="unseen">
        <Table.Tr>
          {heads.map(([name, width]) => (
            <Table.Th key={name} scope="col" w={width}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </Box>
);
