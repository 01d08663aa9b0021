import { paths } from '#admin/paths.ts';
import { type Action, action } from '#admin/ui/actions/use-actions.tsx';
import {
  IconAlertCircle,
  IconCalendar,
  IconCopy,
  IconHelp,
  IconHome,
  IconLogout,
  IconPlugConnected,
  IconPlus,
} from '#admin/ui/layout/icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { calendarCalls } from '#contract/events/calendar.ts';
import { feedbackCalls } from '#contract/feedback.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import { overviewCalls } from '#contract/overview.ts';
import { connectionCalls } from '#contract/steps/connections.ts';
import { leadCalls } from '#contract/steps/duplicate-leads.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { SHORTCUTS } from './frame/shortcuts-action.ts';

const ATTENTION: Action<unknown> = action('attention', 'Needs attention', IconAlertCircle, [sideEffectCalls.listCauses], {
  to: () => paths.needsAttention(),
});

const CONNECTIONS: Action<unknown> = action('connections', 'Connections', IconPlugConnected, [connectionCalls.listConnections], {
  to: () => paths.connections,
});

const DUPLICATES = { name: 'duplicates', icon: IconCopy, calls: [leadCalls.getDuplicateLeads] } as const;

/** Actions that the search offers everywhere. */
export const COMMANDS: readonly Action<unknown>[] = [
  ATTENTION,
  action('add-series', 'Add event series', IconPlus, [formCalls.addEventSeries], { to: () => paths.add('series') }),
  action('add-form', 'Add form', IconPlus, [formCalls.addForm], { to: () => paths.add('form') }),
  action('add-feedback', 'Add feedback list', IconPlus, [feedbackCalls.addFeedbackList], { to: () => paths.add('feedback') }),
  { ...DUPLICATES, label: 'Duplicates in Copper', to: () => paths.duplicateLeads },
  CONNECTIONS,
  action('home', 'Events Hub', IconHome, [overviewCalls.getOverview], { to: () => paths.home }),
];

const CalendarFeedDialog = lazyPart(async () => (await import('./account/calendar-feed-dialog.tsx')).CalendarFeedDialog);

/** The account menu's actions above and below the theme. */
export const ACCOUNT_ACTIONS: readonly Action<{ readonly onShowShortcuts: () => void; readonly onSignOut: () => void }>[] = [
  { ...DUPLICATES, label: 'Duplicates', href: () => paths.duplicateLeads, isOutside: true },
  ATTENTION,
  CONNECTIONS,
  action('calendar-feed', 'Calendar feed…', IconCalendar, [calendarCalls.listCalendarFeeds], { dialog: () => <CalendarFeedDialog /> }),
  SHORTCUTS,
  action('help', 'Help', IconHelp, [], { href: () => paths.guide, isOutside: true }),
  action('sign-out', 'Sign Out', IconLogout, [], { run: ({ onSignOut }) => onSignOut() }),
];
