import { Anchor, Box, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { queryClient } from '#admin/api/query-client.ts';
import { copperSearchLink } from '#admin/api/settings.ts';
import { namesOf } from '#admin/attendees/dialogs/deletion-texts.ts';
import { mailTo } from '#admin/attendees/dialogs/mail-links.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { type Action, action, useActions } from '#admin/ui/actions/use-actions.tsx';
import { CopyIcon } from '#admin/ui/dialogs/copy-button.tsx';
import { callState, ConfirmDialog } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { IconCheck, IconMail, IconTrash } from '#admin/ui/layout/icons.tsx';
import { ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconMinus, IconUserSearch } from '#admin/ui/layout/tool-icons.tsx';
import { usePersonParam } from '#admin/ui/person/use-person-param.ts';
import { showSuccess } from '#admin/ui/states/show-alert.tsx';
import { type Person, personCalls } from '#contract/attendees/person.ts';
import { counted } from '#contract/texts/counts.ts';

const allOf = ({ signups_count: count }: Person): string => (count === 1 ? 'sign-up' : `all ${counted(count, 'sign-up')}`);

function DeletePersonDialog({ person }: { person: Person }) {
  const { person_id: personId, signups_count: count, signups } = person;
  const close = useCloseDialog();
  const panel = usePersonParam();
  const name = namesOf(signups.slice(0, 1).map(({ submission }) => submission));
  const titles = [...new Set(signups.map(({ title }) => title))];
  const deletion = useMutation({
    mutationFn: () => call(personCalls.deletePerson, { params: { personId }, body: { signups_count: count } }),
    onSuccess: async ({ deleted }) => {
      // The screen behind is read first, so that it never shows deleted people; the panel itself would find nobody.
      await queryClient.invalidateQueries({ predicate: ({ queryKey: [root] }) => root !== queryKeys.persons[0] });
      close();
      panel.close();
      void queryClient.invalidateQueries({ queryKey: queryKeys.persons, refetchType: 'none' });
      showSuccess({ title: `${counted(deleted, 'sign-up')} of ${name} ${deleted === 1 ? 'was' : 'were'} deleted` });
    },
    // The count has changed.
    onError: () => queryClient.invalidateQueries(),
  });
  return (
    <ConfirmDialog
      {...callState(deletion)}
      title={`Delete ${allOf(person)} of ${name}?`}
      losses={
        <span>
          <strong>{count === 1 ? 'It will be lost with all its answers' : 'They will be lost with all their answers'}</strong>, in{' '}
          <bdi>{titles.join(', ')}</bdi>.
        </span>
      }
      go={`Delete ${counted(count, 'sign-up')}`}
      onGo={() => deletion.mutate()}
    />
  );
}

const PERSON_ACTIONS: readonly Action<{ readonly person: Person; readonly email: string }>[] = [
  action('email', 'Email', IconMail, [], { when: ({ email }) => email !== '', href: ({ email }) => mailTo(email) }),
  action('copper', 'Find in Copper CRM', IconUserSearch, [], {
    when: ({ email }) => email !== '',
    isOutside: true,
    href: ({ email }) => copperSearchLink(email),
  }),
  action('delete', ({ person }) => `Delete ${allOf(person)}…`, IconTrash, [personCalls.deletePerson], {
    tone: 'danger',
    dialog: ({ person }) => <DeletePersonDialog person={person} />,
  }),
];

const FACTS = { gridTemplateColumns: '7.5rem minmax(0, 1fr)', gap: '4px 8px' };

export function PersonHead({ person }: { person: Person }) {
  const { names, marketing, signups } = person;
  const { accepts_marketing: hasAgreed, since, unsubscribed_at: unsubscribedAt } = marketing;
  const mayBeMailed = hasAgreed && unsubscribedAt === null;
  const answer = hasAgreed ? 'Yes' : 'No';
  const { first_name: first, last_name: last, job_title: job, organisation, email } = signups[0]?.submission ?? EMPTY;
  const { tools, dialogs } = useActions(PERSON_ACTIONS, { person, email });
  return (
    <Box component="header" px="var(--t-gutter)" pb={16} data-edge="bottom">
      <Box component="h2" fz="xl" lh="xl" data-text="strong" tabIndex={-1} dir="auto">
        {`${first} ${last}`}
      </Box>
      <div data-text="second" dir="auto">
        {[job, organisation].filter((part) => part !== '').join(', ')}
      </div>
      {email === '' ? null : (
        <div data-row="close" data-breaks>
          <Anchor href={mailTo(email)} inherit>
            {email}
          </Anchor>
          <CopyIcon what="address" text={email} label="Copy address" />
        </div>
      )}
      <Box component="dl" display="grid" mt={8} mb={12} fz="sm" style={FACTS} data-text="quiet">
        {names.length === 1 ? null : (
          <>
            <dt>Names used</dt>
            <dd>
              {names.map(({ name, signups_count: count, latest_at: latest }, index) => (
                <span key={name}>
                  {index === 0 ? null : <span>, </span>}
                  <bdi data-text="main">{name}</bdi>
                  {` ${count === 1 ? 'once' : counted(count, 'time')}${index === 0 ? '' : `, ${count === 1 ? 'on' : 'last on'} ${dates.day(latest)}`}`}
                </span>
              ))}
            </dd>
          </>
        )}
        <dt>Marketing</dt>
        <Group component="dd" gap={6} wrap="nowrap">
          {mayBeMailed ? <IconCheck aria-hidden="true" /> : <IconMinus aria-hidden="true" />}
          <span data-text="main">{`${unsubscribedAt === null ? answer : 'Unsubscribed'}, since ${dates.day(unsubscribedAt ?? since)}`}</span>
        </Group>
      </Box>
      <Box ml={-10} data-row="stretch wrap">
        <ToolButtons tools={tools} />
        {dialogs}
      </Box>
    </Box>
  );
}

const EMPTY = { first_name: '', last_name: '', job_title: '', organisation: '', email: '' };
