import { Anchor, Badge, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { audienceQuery } from '#admin/reads/mailing-queries.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import type { Mailing } from '#contract/mailings/mailing-calls.ts';
import { MAILING_TITLES } from '#contract/texts/changes.ts';
import * as texts from '#contract/texts/mailings.ts';
import { audienceOf, MailingTable, State } from './mailing-table.tsx';
import { Buttons } from './mailing-view.tsx';

export const MailingList = ({ form, mailings }: { form: ReadForm; mailings: readonly Mailing[] }) => (
  <MailingTable label={texts.MAILINGS} heads={[['When', '10rem'], ['Email'], ['State', '8.5rem'], ['People', '16rem']]}>
    {mailings.map((mailing) => (
      <MailingRow key={mailing.id} form={form} mailing={mailing} />
    ))}
  </MailingTable>
);

interface MailingRowProps {
  form: ReadForm;
  mailing: Mailing;
}

function MailingRow({ form, mailing }: MailingRowProps) {
  const { id, kind, subject, state, begins_at: begins, by } = mailing;
  const dates = useDates();
  return (
    <Table.Tr {...tableRoles.row}>
      <Table.Td {...tableRoles.cell}>
        <div>{dates.day(begins)}</div>
        <div data-text="second">{`${dates.time(begins)} ${dates.zone(begins)}`}</div>
      </Table.Td>
      <Table.Td {...tableRoles.cell}>
        <Anchor component={Link} fw={600} to={paths[form.kind].mailing(form, id)}>
          <bdi>{subject ?? MAILING_TITLES[kind]}</bdi>
        </Anchor>
        {kind === 'mailing' ? null : (
          <Badge variant="default" ms={8}>
            Automatic
          </Badge>
        )}
        <div data-text="second">{[audienceOf(form, mailing), by].filter(Boolean).join(' · ')}</div>
      </Table.Td>
      <Table.Td {...tableRoles.cell}>
        <State state={state} />
      </Table.Td>
      <Table.Td {...tableRoles.cell} data-text="second">
        <People form={form} mailing={mailing} />
      </Table.Td>
    </Table.Tr>
  );
}

/** To how many people a mailing went out, or goes out as far as is known. */
function People({ form, mailing }: MailingRowProps) {
  const { state, audience, purpose, counts } = mailing;
  const isAsked = state === 'scheduled' && counts.people === 0;
  const { data } = useQuery({ ...audienceQuery(form, audience, purpose), enabled: isAsked });
  if (isAsked) return data && <span>{texts.matchNow(data.people)}</span>;
  if (state === 'scheduled') return <span>{texts.peopleInWords(counts.people)}</span>;
  const unsure = counts.refused + counts.not_known;
  return (
    <>
      <span>{counts.people === 0 ? texts.NOBODY_TO_SEND_TO : texts.sentAndLeftOut(counts)}</span>
      {unsure === 0 ? null : (
        <span>
          {', '}
          <Anchor component={Link} inherit to={paths.needsAttention(form)}>
            {texts.needAttention(unsure)}
          </Anchor>
        </span>
      )}
      {state === 'stopped' ? <Buttons form={form} mailing={mailing} variant="subtle" size="xs" my={-6} /> : null}
    </>
  );
}
