import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { paths, type SettingsPart } from '#admin/paths.ts';
import { useConnectionTest, useHasMail } from '#admin/reads/connection-queries.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { type Call, useMay } from '#admin/session/session.ts';
import { type Action, action, useActions } from '#admin/ui/actions/use-actions.tsx';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { RelativeTime, dates } from '#admin/ui/format/dates.tsx';
import {
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconCode,
  IconEyeOff,
  IconMail,
  IconPlus,
  IconSend,
} from '#admin/ui/layout/icons.tsx';
import { outside, toolButtonProps, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconCircle, IconCircleDashed, IconExternalLink } from '#admin/ui/layout/tool-icons.tsx';
import { showFailure, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { eventCalls } from '#contract/events/event-calls.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type Setup, setupCalls, type SetupItem } from '#contract/forms/setup.ts';
import { connectionCalls, type ConnectionTestBody } from '#contract/steps/connections.ts';
import type { ServiceName } from '#contract/steps/steps.ts';
import { OFF_ADVICE, SETUP_ADVICE, SETUP_TEXTS, setupProgress } from '#contract/texts/setup.ts';
import { EmbedDialog } from '../share/embed-dialog.tsx';
import { type SharedForm, ShareForm } from '../share/share-form.tsx';
import classes from './setup-card.module.css';
import { setupQuery, useDismissSetup } from './setup-queries.ts';

const small = { variant: 'default', size: 'xs' } as const;

/** What the action of an item calls or leads to; the others only read. */
const CALLS: Readonly<Partial<Record<SetupItem['name'], Call>>> = {
  event: eventCalls.addEvent,
  described: formCalls.editEventSeries,
  mail_tested: connectionCalls.testConnection,
  reminder: formCalls.editEventSeries,
  slack_tested: connectionCalls.testConnection,
};

export function FormSetup({ form, skeleton, children }: { form: ReadForm; skeleton: ReactNode; children: ReactNode }) {
  const { kind } = form;
  const { data, isLoading, failureCount } = useQuery(setupQuery(form));
  // Where all events are hidden, as after a copy, one is to be shown, not added.
  const needsShowing = ({ name, state }: SetupItem) =>
    name === 'event' && state === 'open' && form.kind === 'series' && form.hidden_events_count > 0;
  const setup = data && { ...data, items: data.items.map((item) => (needsShowing(item) ? { ...item, state: 'off' as const } : item)) };
  const embedding = useDialog();
  const shared = { kind, id: form.id, title: form.title, path: paths[kind].publicForm(form) };
  const openForm = (
    <Button {...small} component="a" href={shared.path} {...outside} leftSection={<IconExternalLink />}>
      Open form
    </Button>
  );
  const hasMail = useHasMail();
  const may = useMay();
  const setUp = (part: SettingsPart, label = 'Set up') => (
    <Button {...small} component={Link} to={paths[kind].edit(form, part)}>
      {label}
    </Button>
  );
  const showEvents = (
    <Button {...small} component={Link} to={paths.series.disabledEvents(form)}>
      See the hidden events
    </Button>
  );
  // Each label differs from the names of other controls on the page.
  const actions: Readonly<Record<SetupItem['name'], ReactNode>> = {
    event: (
      <Button {...small} component={Link} to={paths.series.addEvent(form)} leftSection={<IconPlus />}>
        Add an event
      </Button>
    ),
    form_seen: openForm,
    described: setUp('public-page', 'Describe it'),
    mail_tested: <ServiceTest service="mail" form={form} body={savedMail(form)} icon={<IconMail />} label="Send a test to me" />,
    reminder: null,
    slack_tested: (
      <ServiceTest
        service="slack"
        form={form}
        body={{ channel_id: form.slack_channel_id ?? '' }}
        icon={<IconSend />}
        label="Send a test message"
      />
    ),
    embed_seen: (
      <Button {...small} aria-haspopup="dialog" leftSection={<IconCode />} onClick={embedding.open}>
        Get the code…
      </Button>
    ),
    first_signup: openForm,
  };
  const actionOf = ({ name, state }: SetupItem): ReactNode => {
    if (state === 'off' && name === 'event') return showEvents;
    const needed = CALLS[name];
    if (state === 'done' || (needed && !may(needed))) return null;
    if (state === 'open') return actions[name];
    if (name === 'embed_seen') return null;
    return name === 'reminder' ? setUp('event-mails') : setUp(name === 'mail_tested' ? 'mail' : 'notifications');
  };
  // The content below the list does not jump when it arrives.
  if (isLoading && failureCount === 0 && !form.is_archived) return skeleton;
  return (
    <>
      {setup && !form.is_archived && <SetupCard form={shared} setup={setup} needed={neededOf(setup, hasMail)} actionOf={actionOf} />}
      {embedding.show(<EmbedDialog form={shared} />)}
      {children}
    </>
  );
}

/** Says how a test ended. By then its button may have been removed, since its line is done. */
async function report(test: Promise<{ message: string }>): Promise<void> {
  try {
    showSuccess({ title: (await test).message });
    await moveLostFocus(document.querySelector('h1'));
  } catch (error) {
    const refusals = ['channel_id', 'email_subject', 'email_template'].flatMap((path) => errorAt(error, path) ?? []);
    showFailure({ title: 'The test failed.', text: refusals[0] ?? messageOf(error) });
  }
}

const savedMail = ({ kind, title, email_from, email_subject, email_template }: ReadForm) =>
  ({ title, email_from, email_subject, email_template, is_marketing_form: kind === 'marketing' }) as const;

interface ServiceTestProps<Service extends ServiceName> {
  service: Service;
  form: ReadForm;
  body: ConnectionTestBody<Service>;
  icon: ReactNode;
  label: string;
}

function ServiceTest<Service extends ServiceName>({ service, form, body, icon, label }: ServiceTestProps<Service>) {
  const test = useConnectionTest(service, form);
  return (
    <Button {...small} leftSection={icon} loading={test.isPending} onClick={() => void report(test.mutateAsync(body))}>
      {label}
    </Button>
  );
}

const OPTIONAL: readonly SetupItem['name'][] = ['described', 'reminder', 'slack_tested', 'embed_seen'];

/** The items that are counted: all but optional ones, and the mail on a server that sends none. */
const neededOf = ({ items }: Setup, hasMail: boolean): SetupItem[] =>
  items.filter(({ name }) => !OPTIONAL.includes(name) && (name !== 'mail_tested' || hasMail));

/** Whether people can sign up and have begun to, so that the rest can wait. */
const isUnderWay = ({ items }: Setup): boolean =>
  items.every(({ name, state }) => (name !== 'event' && name !== 'first_signup') || state === 'done');

const SETUP_ACTIONS: readonly Action<FormRef>[] = [
  action('hide', 'Hide', IconEyeOff, [setupCalls.dismissSeriesSetup, setupCalls.dismissFormSetup], {
    useTool: (form) => {
      const { dismiss, isPending } = useDismissSetup(form);
      return { isPending, onClick: () => dismiss(true) };
    },
  }),
];

interface SetupCardProps {
  form: FormRef & SharedForm;
  setup: Setup;
  needed: readonly SetupItem[];
  /** The single action of an item that is open or off; null if it is done. */
  actionOf: (item: SetupItem) => ReactNode;
}

/** Shown until it is hidden, or everything is done and the page is left; initially one line if people have begun to sign up. */
function SetupCard({ form, setup, needed, actionOf }: SetupCardProps) {
  const { tools } = useActions(SETUP_ACTIONS, form);
  const done = needed.filter(({ state }) => state === 'done').length;
  const isUnfinished = setup.dismissed_at !== null || done < needed.length;
  const [wasUnfinished, setWasUnfinished] = useState(false);
  const [isOpen, setOpen] = useState(() => !isUnderWay(setup));
  if (!wasUnfinished && isUnfinished) setWasUnfinished(true);
  if (setup.dismissed_at !== null || !(wasUnfinished || isUnfinished)) return null;
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <section className={classes.card} data-box="card" aria-labelledby="setup-title">
      <div className={classes.list}>
        <Group gap={4} wrap="nowrap" me={-8}>
          <Box component="h2" id="setup-title" flex={1} data-text="title" aria-live="polite">
            {done === needed.length ? 'All set.' : setupProgress(done, needed.length)}
          </Box>
          <Button {...toolButtonProps} aria-expanded={isOpen} leftSection={<Chevron />} onClick={() => setOpen(!isOpen)}>
            Steps
          </Button>
          <ToolButtons tools={tools} />
        </Group>
        <Box component="ul" mt="sm" hidden={!isOpen}>
          {setup.items.map((item) => (
            <SetupLine key={item.name} item={item} isNeeded={needed.includes(item)} action={actionOf(item)} />
          ))}
        </Box>
      </div>
      {isOpen && (
        <div className={classes.share}>
          <ShareForm form={form} />
          <Text mt={16} data-text="hint">
            You'll find this later under Share, above.
          </Text>
        </div>
      )}
    </section>
  );
}

/** Items that are not counted look different from open ones. */
const SIGNS = { done: [IconCircleCheck, 'good'], open: [IconCircle, 'second'], optional: [IconCircleDashed, 'quiet'] } as const;

const textOf = ({ name, state, detail }: SetupItem): string => SETUP_TEXTS[name][state].replace('{time}', detail ?? '');

function SetupLine({ item, isNeeded, action }: { item: SetupItem; isNeeded: boolean; action: ReactNode }) {
  const isDone = item.state === 'done';
  const sign = isNeeded ? 'open' : 'optional';
  const [Sign, tone] = SIGNS[isDone ? 'done' : sign];
  return (
    <li className={classes.item} data-edge="top" data-row data-text="second">
      <Sign size={20} data-text={tone} />
      <div data-grows data-breaks>
        <p data-text={isNeeded && !isDone ? 'stressed' : undefined}>
          {textOf(item)}
          {item.name === 'embed_seen' && isDone && item.at !== null ? (
            <span>
              {' '}
              <span>{item.detail}</span>, <RelativeTime at={item.at} />
            </span>
          ) : null}
        </p>
        <p data-text="hint">{isDone ? <Done item={item} /> : adviceOf(item)}</p>
      </div>
      {action === null ? null : <div className={classes.action}>{action}</div>}
    </li>
  );
}

const adviceOf = ({ name, state }: SetupItem): string => (state === 'off' ? (OFF_ADVICE[name] ?? '') : SETUP_ADVICE[name]);

function Done({ item: { name, at, until, detail } }: { item: SetupItem }) {
  if (name === 'embed_seen' || name === 'reminder') return null;
  const when = at === null ? undefined : dates.span(at, name === 'event' ? (until ?? null) : undefined);
  return <span dir="auto">{[detail, when].filter((text) => text !== null && text !== undefined).join(', ')}</span>;
}
