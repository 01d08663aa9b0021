import type { SetupItem } from '../forms/setup.ts';

/** The heading above the sites on which a form was seen. */
export const SEEN_ON = 'Seen on';
export const VISIT_REPORTS_OFF = 'Visit reports are off on this server (VISIT_REPORTS).';

export const setupProgress = (done: number, all: number): string => `Setup: ${done} of ${all} done`;
export const SHOW_SETUP_LIST = 'Show setup list';
export const SETUP_HIDDEN = { title: 'The setup list is hidden for all staff', text: `‘${SHOW_SETUP_LIST}’ in Settings brings it back.` };

/** What an item of the setup list says in each state. After ‘Seen live on’ comes the site. */
export const SETUP_TEXTS: Readonly<Record<SetupItem['name'], Readonly<Record<SetupItem['state'], string>>>> = {
  event: { done: 'An event is on the form', open: 'Add your first event', off: 'Show an event on the form' },
  form_seen: { done: "You've previewed the form", open: 'See the form as visitors do', off: '' },
  described: { done: 'The series is described', open: 'Describe the series (optional)', off: '' },
  mail_tested: {
    done: 'The confirmation email was tested',
    open: 'The confirmation email is on, but untested',
    off: 'No confirmation email is set up',
  },
  reminder: { done: 'People are reminded {time} an event', open: '', off: 'Nobody is reminded of an event' },
  slack_tested: { done: 'Slack was tested', open: 'Slack has not been tested yet', off: 'No Slack channel is set up' },
  embed_seen: { done: 'Seen live on', open: 'Put it on your website (optional)', off: 'Other sites are not tracked' },
  first_signup: { done: 'Your first sign-up is in', open: 'Get your first sign-up', off: '' },
};

export const SETUP_ADVICE: Readonly<Record<SetupItem['name'], string>> = {
  event: 'Until then, the form takes no sign-ups.',
  form_seen: 'Check its questions and its texts.',
  described: 'With a description or a cover picture, it gets its own page.',
  mail_tested: 'Send it to yourself, as an attendee would get it.',
  reminder: '',
  slack_tested: 'Optional. Post a test message to the channel in the settings.',
  embed_seen: 'Ticked when the first visitor sees it there.',
  first_signup: 'Share the link, or sign up yourself to see what arrives.',
};

export const OFF_ADVICE: Readonly<Partial<Record<SetupItem['name'], string>>> = {
  event: 'Until then, the form takes no sign-ups.',
  mail_tested: 'People who sign up get no email from you.',
  reminder: 'Optional. A reminder the day before means fewer people forget.',
  slack_tested: 'Optional. Sign-ups are not posted to Slack.',
  embed_seen: VISIT_REPORTS_OFF,
};
