import { Popover, UnstyledButton } from '@mantine/core';
import type { ClipboardEvent } from 'react';
import { getSettings } from '#admin/api/settings.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import classes from './calendar-id.module.css';
import { calendarIdIn } from './calendar-link.ts';

/** Properties of the input for the id of an event in the calendar; of a link that is pasted the id is taken. */
export const calendarIdInput = (onPasteId: (id: string) => void) => ({
  label: 'Calendar ID',
  description: <CalendarIdHelp />,
  spellCheck: false,
  maxLength: TITLE_MAX_LENGTH,
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
    const id = calendarIdIn(event.clipboardData.getData('text'), getSettings().links.calendarEventUrl);
    if (id === undefined) return;
    event.preventDefault();
    onPasteId(id);
  },
});

function CalendarIdHelp() {
  const [before = '', after = ''] = getSettings()
    .links.calendarEventUrl.replace(/^https?:\/\//, '')
    .split('{id}');
  return (
    <>
      The ID in the Google Calendar event's link.{' '}
      <Popover width="min(24rem, calc(100vw - 32px))" returnFocus trapFocus withRoles={false}>
        <Popover.Target>
          <UnstyledButton className={classes.where} aria-haspopup="dialog">
            Where is it?
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.panel} role="dialog" aria-label="Where the calendar ID is">
          <ol className={classes.steps} tabIndex={-1} data-autofocus>
            <li>Open the event in Google Calendar, as if to edit it.</li>
            <li>
              Look at the link at the top of the browser. The ID is its marked part:
              <div className={classes.bar} role="img" aria-label={`The link of an event: the ID comes after ${before}`}>
                {before}
                <mark className={classes.id}>c_4d81qz0w</mark>
                {after}
              </div>
            </li>
            <li>Copy the whole link and paste it here: the ID is taken out of it.</li>
          </ol>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
