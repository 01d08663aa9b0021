import { Box, Checkbox, Popover, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { getSettings } from '#admin/api/settings.ts';
import { tried } from '#admin/browser-storage.ts';
import type { BoundField } from '#admin/records/use-record.ts';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import classes from './calendar-id.module.css';
import { NOT_IN_CALENDAR } from './event-values.ts';

/** The id of an event in the calendar, or that it has none; a pasted link is reduced to its id. */
export function CalendarIdField({ field, required }: { field: BoundField<string>; required: boolean }) {
  const { calendarEventUrl: template } = getSettings().links;
  const former = useRef('');
  const isNone = field.value === NOT_IN_CALENDAR;
  if (field.isReadOnly) return <TextField label="Calendar ID" field={field} />;
  return (
    <>
      <TextField
        label="Calendar ID"
        description={<CalendarIdHelp isNone={isNone} />}
        spellCheck={false}
        maxLength={TITLE_MAX_LENGTH}
        required={required}
        disabled={isNone}
        field={field}
        onPaste={(event) => {
          const id = calendarIdIn(event.clipboardData.getData('text'), template);
          if (id === undefined) return;
          event.preventDefault();
          field.onChange(id);
        }}
      />
      <Box component="p" fz="sm" data-text="warn" role="status">
        {isUnlikeId(field.value, template) ? 'This does not look like the ID of a Google Calendar event.' : null}
      </Box>
      <Checkbox
        mt={8}
        label="Not in Google Calendar"
        checked={isNone}
        onChange={({ currentTarget: { checked } }) => {
          if (checked) former.current = field.value;
          field.onChange(checked ? NOT_IN_CALENDAR : former.current);
        }}
      />
    </>
  );
}

function CalendarIdHelp({ isNone }: { isNone: boolean }) {
  const [before = '', after = ''] = getSettings()
    .links.calendarEventUrl.replace(/^https?:\/\//, '')
    .split('{id}');
  return (
    <span>
      <span>{`For the Calendar link on the card.${isNone ? '' : ' No Google Calendar? Choose ‘Not in Google Calendar’.'}`}</span>{' '}
      <Popover width="min(24rem, calc(100vw - 32px))" returnFocus trapFocus withRoles={false}>
        <Popover.Target>
          <UnstyledButton fz="inherit" c="var(--t-accent-text)" td="underline" aria-haspopup="dialog">
            Where is it?
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p="md" role="dialog" aria-label="Where the calendar ID is">
          <ol className={classes.steps} tabIndex={-1} data-autofocus>
            <li>Open the event in Google Calendar, as if to edit it.</li>
            <li>
              Look at the address bar of the browser. The ID is the highlighted part:
              <div className={classes.bar} data-box="frame" role="img" aria-label={`The link of an event: the ID comes after ${before}`}>
                {before}
                <Box component="mark" px={4} py={1} bdrs={4} fw={600} c="var(--t-accent-text)" bg="var(--t-accent-soft)">
                  c_4d81qz0w
                </Box>
                {after}
              </div>
            </li>
            <li>Copy the whole link and paste it here: only the ID is kept.</li>
          </ol>
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}

const ID_IN_LINK = /(?:\/eventedit\/|[?&]eid=)([^/?&#]+)/;

/** The part of a link that this template calls `{id}`; empty if the link does not match. */
function idByTemplate(link: string, template: string): string {
  const [before = '', after = ''] = template.split('{id}');
  if (!link.startsWith(before) || !link.endsWith(after)) return '';
  return link.slice(before.length, link.length - after.length).split(/[/?&#]/)[0] ?? '';
}

/** Whether a text is unlikely to be the id of an event in Google's calendar; ids of other calendars are not known. */
const isUnlikeId = (text: string, template: string): boolean =>
  text.trim() !== '' && text !== NOT_IN_CALENDAR && template.includes('google.com') && !/^[\w=@.%+-]{5,}$/.test(text.trim());

/** The id in the link of a calendar event, by the template of such links (`https://…/{id}`) or in Google's own forms; undefined for other texts. */
export function calendarIdIn(text: string, template: string): string | undefined {
  const link = text.trim();
  if (!/^https?:\/\/\S+$/.test(link)) return undefined;
  const id = idByTemplate(link, template) || ID_IN_LINK.exec(link)?.[1];
  return id && (tried(() => decodeURIComponent(id)) ?? id);
}
