import { Anchor, Box, Button, Group } from '@mantine/core';
import { copperSearchLink } from '#admin/api/settings.ts';
import { mailTo } from '#admin/attendees/dialogs/mail-links.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { CopyIcon } from '#admin/ui/dialogs/copy-button.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { IconCheck, IconMail, IconMinus, IconUserSearch } from '#admin/ui/layout/icons.tsx';
import { outside, ToolButtons, toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import type { Person } from '#contract/attendees/person.ts';
import { counted } from '#contract/texts/counts.ts';
import { PERSON_ACTIONS } from './delete-person.tsx';
import classes from './person-panel.module.css';

/** The name, address and facts of a person, as the newest sign-up has them, with all names of the address. */
export function PersonHead({ person }: { person: Person }) {
  const { names, marketing, signups } = person;
  const dates = useDates();
  const { tools, dialogs } = useActions(PERSON_ACTIONS, { person });
  const { first_name: first, last_name: last, job_title: job, organisation, email } = signups[0]?.submission ?? EMPTY;
  return (
    <header className={classes.head}>
      <Box component="h2" fz="xl" lh="xl" data-text="strong" tabIndex={-1} dir="auto">
        {first} {last}
      </Box>
      <div data-text="second" dir="auto">
        {[job, organisation].filter((part) => part !== '').join(', ')}
      </div>
      <div data-row="close" data-breaks>
        <Anchor href={mailTo(email)} inherit>
          {email}
        </Anchor>
        <CopyIcon what="address" text={email} label="Copy address" />
      </div>
      <dl className={classes.facts} data-text="quiet">
        {names.length === 1 ? null : (
          <>
            <dt>Names used</dt>
            <dd>
              {names.map(({ name, signups_count: count, latest_at: latest }, index) => (
                <span key={name}>
                  {index === 0 ? null : <span>, </span>}
                  <bdi data-text="main">{name}</bdi> {count === 1 ? 'once' : counted(count, 'time')}
                  {index === 0 ? '' : `, ${count === 1 ? 'on' : 'last on'} ${dates.day(latest)}`}
                </span>
              ))}
            </dd>
          </>
        )}
        <dt>Marketing</dt>
        <Group component="dd" gap={6} wrap="nowrap">
          {marketing.accepts_marketing ? <IconCheck aria-hidden="true" /> : <IconMinus aria-hidden="true" />}
          <span data-text="main">
            {marketing.accepts_marketing ? 'Yes' : 'No'}, since {dates.day(marketing.since)}
          </span>
        </Group>
      </dl>
      <Box ml={-10} data-row="stretch wrap">
        <Button component="a" {...toolButtonProps} href={mailTo(email)} leftSection={<IconMail />}>
          Email
        </Button>
        <Button component="a" {...toolButtonProps} href={copperSearchLink(email)} {...outside} leftSection={<IconUserSearch />}>
          Find in Copper CRM
        </Button>
        <ToolButtons tools={tools} />
        {dialogs}
      </Box>
    </header>
  );
}

const EMPTY = { first_name: '', last_name: '', job_title: '', organisation: '', email: '' };
