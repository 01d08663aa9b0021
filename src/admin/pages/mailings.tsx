import { Anchor, Badge, Skeleton, Table } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useProgress } from '#admin/live/use-progress.ts';
import { subjectFor } from '#admin/mailings/audience-fields.tsx';
import { MailingButtons, MAILINGS_ACTIONS, type OnMailing } from '#admin/mailings/mailing-actions.tsx';
import { MailingEditor } from '#admin/mailings/mailing-editor.tsx';
import { useAudienceOf, MailingTable, MailingView, State } from '#admin/mailings/mailing-view.tsx';
import { paths } from '#admin/paths.ts';
import { type ReadForm, readFormQuery } from '#admin/reads/form-queries.ts';
import { audienceQuery, mailingQuery, mailingsQuery } from '#admin/reads/mailing-queries.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { IconMail } from '#admin/ui/layout/icons.tsx';
import { ReadPage, RowsSkeleton } from '#admin/ui/layout/page.tsx';
import { ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { EmptyState, Loaded, MoreOfList } from '#admin/ui/states/page-state.tsx';
import type { Mailing } from '#contract/mailings/mailing-calls.ts';
import { MAILING_TITLES } from '#contract/texts/changes.ts';
import * as texts from '#contract/texts/mailings.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { formIn, useBackToForm } from './frame/form-address.tsx';

const skeleton = <Skeleton h={240} radius="md" />;

const useForm = () => {
  const form = formIn(useParams());
  const read = useQuery(readFormQuery(form, 'all'));
  return { form, read, back: useBackToForm(read.data?.title) };
};

const titleOf = ({ kind, subject, audience }: Mailing, form: ReadForm | undefined): string =>
  subject !== null && form !== undefined ? subjectFor(subject, form, audience) : (subject ?? MAILING_TITLES[kind]);

/** `…/mailings`: what was written to the people of a series or form, and what went out automatically. */
export function MailingsRoute() {
  const { read, back } = useForm();
  const { tools } = useActions(MAILINGS_ACTIONS, read.data);
  return (
    <ReadPage
      back={back}
      title={texts.MAILINGS}
      actions={<ToolButtons tools={tools} look={() => ({})} />}
      read={read}
      skeleton={<RowsSkeleton />}
    >
      {(data) => <AllMailings form={data} />}
    </ReadPage>
  );
}

function AllMailings({ form }: { form: ReadForm }) {
  const read = useInfiniteQuery(mailingsQuery(form));
  return (
    <Loaded read={read} skeleton={<RowsSkeleton />}>
      {({ pages }) => {
        const mailings = pages.flatMap((page) => page.mailings);
        if (mailings.length === 0) return <EmptyState icon={IconMail} level={2} title="No mailings yet" text={texts.WRITE_TO[form.kind]} />;
        return (
          <>
            <MailingList form={form} mailings={mailings} />
            <MoreOfList read={read} />
          </>
        );
      }}
    </Loaded>
  );
}

/** `…/mailings/new`: writes a mailing; whom it is for is in the address. */
export function NewMailingRoute() {
  const { read, back } = useForm();
  return (
    <ReadPage back={back} title={texts.WRITE_TO_ATTENDEES} read={read} skeleton={skeleton}>
      {(data) => <MailingEditor key={data.id} form={data} />}
    </ReadPage>
  );
}

/** `…/mailings/{mailingid}`: one mailing, with its counts as they change. */
export function MailingRoute() {
  const { form, read: readForm } = useForm();
  const { mailingid: mailingId = '' } = useParams();
  const query = mailingQuery(form, mailingId);
  const read = useQuery(query);
  const { data } = read;
  const soon = useNow().getTime() + MINUTE_MS;
  const isSoon = data?.state === 'scheduled' && Date.parse(data.begins_at) < soon;
  useProgress(query.queryKey, `mailing/${mailingId}`, isSoon || data?.state === 'running');
  return (
    <ReadPage
      back={{ to: paths[form.kind].mailings({ id: form.id, title: readForm.data?.title ?? '' }), label: texts.MAILINGS }}
      title={data && titleOf(data, readForm.data)}
      noun="Mailing"
      read={read}
      skeleton={skeleton}
    >
      {(mailing) => (
        <Loaded read={readForm} skeleton={skeleton}>
          {(known) => <MailingView form={known} mailing={mailing} />}
        </Loaded>
      )}
    </ReadPage>
  );
}

const MailingList = ({ form, mailings }: { form: ReadForm; mailings: readonly Mailing[] }) => (
  <MailingTable label={texts.MAILINGS} heads={[['When', '10rem'], ['Email'], ['State', '8.5rem'], ['People', '22%']]}>
    {mailings.map((mailing) => (
      <MailingRow key={mailing.id} form={form} mailing={mailing} />
    ))}
  </MailingTable>
);

function MailingRow({ form, mailing }: OnMailing) {
  const { id, kind, state, begins_at: begins, by, counts } = mailing;
  const to = useAudienceOf(form, mailing);
  return (
    <Table.Tr>
      <Table.Td>
        <div>{dates.day(begins)}</div>
        <div data-text="second">{`${dates.time(begins)} ${dates.zone(begins)}`}</div>
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} fw={600} to={paths[form.kind].mailing(form, id)}>
          <bdi>{titleOf(mailing, form)}</bdi>
        </Anchor>
        {kind === 'mailing' ? null : (
          <Badge variant="default" ms={8}>
            Automatic
          </Badge>
        )}
        <div data-text="second">{[to, by].filter(Boolean).join(' · ')}</div>
      </Table.Td>
      <Table.Td>
        <State state={state === 'done' && counts.people === counts.left_out ? 'left_out' : state} />
      </Table.Td>
      <Table.Td data-text="second">
        <Recipients form={form} mailing={mailing} />
      </Table.Td>
    </Table.Tr>
  );
}

function Recipients({ form, mailing }: OnMailing) {
  const { state, audience, purpose, counts } = mailing;
  const isAsked = state === 'scheduled' && counts.people === 0;
  const { data } = useQuery({ ...audienceQuery(form, audience, purpose), enabled: isAsked });
  if (isAsked) return data && <span>{texts.matchNow(data.people)}</span>;
  if (state === 'scheduled') return <span>{texts.peopleInWords(counts.people)}</span>;
  const unsure = counts.refused + counts.not_known;
  return (
    <>
      <span>{counts.people === 0 ? texts.NOBODY_TO_SEND_TO : texts.sentAndSkipped(counts)}</span>
      {unsure === 0 ? null : (
        <span>
          {', '}
          <Anchor component={Link} inherit to={paths.needsAttention(form)}>
            {texts.needAttention(unsure)}
          </Anchor>
        </span>
      )}
      {state === 'stopped' ? <MailingButtons form={form} mailing={mailing} variant="subtle" size="xs" my={-6} /> : null}
    </>
  );
}
