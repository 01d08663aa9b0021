import { Anchor, Badge, Stack, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { type AttentionScope, failedStepsQuery, scopeQuery } from '#admin/reads/step-queries.ts';
import { type ActionOn, useActions } from '#admin/ui/actions/use-actions.tsx';
import { focusFirstWrong } from '#admin/ui/focus.ts';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { Parts } from '#admin/ui/format/parts.tsx';
import { IconChevronDown, IconChevronUp } from '#admin/ui/layout/icons.tsx';
import { ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconBrandSlack, IconClock, IconMailX, IconPlugConnectedX } from '#admin/ui/layout/tool-icons.tsx';
import { MoreOfList } from '#admin/ui/states/page-state.tsx';
import { SettingNames } from '#admin/ui/states/setting-names.tsx';
import { type AttentionCauses, type Cause, type FailedStep, OLD_AFTER_DAYS } from '#contract/steps/attention.ts';
import type { CauseText } from '#contract/steps/causes.ts';
import { SERVICES } from '#contract/steps/steps.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import classes from './cause-card.module.css';
import { causeWords, headingOf, inOrder, rankOf } from './cause-words.ts';
import { FailedStepRow } from './failed-step-row.tsx';
import { CAUSE_ACTIONS } from './step-actions.tsx';
import type { AddressEdits } from './use-address-edits.ts';

interface CauseCardProps {
  cause: Cause;
  of: AttentionScope;
  read: Pick<AttentionCauses, 'as_of'>;
  addresses: AddressEdits;
}

function CauseCard({ cause, of, read, addresses }: CauseCardProps) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery({ ...failedStepsQuery(of, cause), enabled: isOpen });
  const text = causeWords(cause);
  const preview = rankOf(cause) === 'fixable' ? cause.latest : [];
  const all = list.data?.pages.flatMap((page) => page.steps) ?? cause.latest;
  const shown = isOpen ? all : preview;
  const steps = { ...scopeQuery(of), service: cause.service, cause: cause.cause, retrying: cause.retrying, as_of: read.as_of };
  return (
    <section data-box="card" aria-labelledby={titleId}>
      <div className={classes.head}>
        <CauseSign cause={cause} />
        <CauseHeading cause={cause} text={text} titleId={titleId} />
        <CauseActions
          cause={cause}
          steps={steps}
          describedBy={titleId}
          sendCorrected={async () => (text.isAboutAddress === true ? sendCorrected(all, addresses) : 0)}
        />
      </div>
      {shown.length === 0 ? null : (
        <ul aria-labelledby={titleId}>
          {shown.map((step) => (
            <FailedStepRow key={step.id} step={step} text={text} canRetry={cause.is_connected} addresses={addresses} />
          ))}
        </ul>
      )}
      {isOpen ? (
        <div className={classes.rest} data-empty="hidden">
          <MoreOfList read={list} />
        </div>
      ) : null}
      <FoldButton isOpen={isOpen} hidden={cause.steps - preview.length} isMore={preview.length > 0} onToggle={() => setOpen(!isOpen)} />
    </section>
  );
}

/** Sends the addresses that were corrected in the list. @returns how many; undefined when one was not sent, which is then focused */
async function sendCorrected(listed: readonly FailedStep[], addresses: AddressEdits): Promise<number | undefined> {
  const corrected = listed.filter((step) => addresses.addressOf(step).isChanged);
  // A correction is for all emails of its sign-up.
  for (const step of new Map(corrected.map((each) => [each.submission_id, each])).values()) {
    if (await addresses.send(step)) continue;
    focusFirstWrong();
    return undefined;
  }
  return corrected.length;
}

function CauseActions({ describedBy, ...on }: ActionOn<typeof CAUSE_ACTIONS> & { describedBy: string }) {
  const { tools, dialogs } = useActions(CAUSE_ACTIONS, on);
  return (
    <div className={classes.actions} data-row="stretch">
      <ToolButtons tools={tools} look={() => ({ variant: 'default', size: 'xs', 'aria-describedby': describedBy })} />
      {dialogs}
    </div>
  );
}

/** What was sent, and where: `25 Slack messages, Leadership Essentials`. */
function amountText({ service, steps, forms }: Cause): string {
  const [one, several] = SERVICES[service].sent;
  const titles = forms.map(({ title }) => title);
  return `${counted(steps, one, several)}${titles.length > 2 ? ` in ${titles.length} series and forms` : `, ${titles.join(' and ')}`}`;
}

const CauseHeading = ({ cause, text, titleId }: { cause: Cause; text: CauseText; titleId: string }) => (
  <div>
    <h2 id={titleId} data-text="title" dir="auto">
      {headingOf(cause)}
    </h2>
    <div data-row="wrap" data-text="small" style={{ rowGap: 0 }}>
      <span dir="auto">{amountText(cause)}</span>
      {cause.old === 0 ? null : <Badge color="orange">{`${formatCount(cause.old)} older than ${OLD_AFTER_DAYS} days`}</Badge>}
    </div>
    <CauseAdvice cause={cause} text={text} />
  </div>
);

const SIGNS = { slack: IconBrandSlack, mail: IconMailX, plug: IconPlugConnectedX, waiting: IconClock } as const;
const hasSign = (name: string): name is keyof typeof SIGNS => name in SIGNS;

function signOf({ service, retrying, is_connected: isConnected }: Cause): keyof typeof SIGNS {
  if (isConnected && retrying) return 'waiting';
  return isConnected && hasSign(service) ? service : 'plug';
}

function CauseSign({ cause }: { cause: Cause }) {
  const Sign = SIGNS[signOf(cause)];
  return <Sign size={20} stroke={1.5} aria-hidden="true" style={{ marginTop: 2 }} data-text="second" data-tablet="hidden" />;
}

/** With more, the list below has them. */
const LINKED_SETTINGS_MAX = 3;

function useNextTryText({ retrying, next_try_at: at }: Cause): string | undefined {
  const now = useNow().toISOString();
  if (!retrying || at === null) return undefined;
  if (at <= now) return 'Retrying now.';
  return `Next attempt at ${dates.time(at)} ${dates.zone(at)}${dates.isSameDay(at, now) ? '' : ` on ${dates.dayOfYear(at)}`}.`;
}

function CauseAdvice({ cause, text }: { cause: Cause; text: CauseText }) {
  const next = useNextTryText(cause);
  const isTemporary = text.isTemporary === true && next !== undefined;
  const settings = text.isAboutSettings === true ? cause.forms.slice(0, LINKED_SETTINGS_MAX) : [];
  return (
    <div className={classes.advice} data-breaks>
      <span>{isTemporary ? 'No action needed.' : <Parts of={text.advice} />}</span>
      {next === undefined ? null : <span> {next}</span>}
      {settings.map((form) => (
        <Anchor key={form.id} component={Link} ms={12} to={paths[form.kind === 'series' ? 'series' : 'marketing'].edit(form)} dir="auto">
          {`Settings of ${form.title}`}
        </Anchor>
      ))}
      {text.settingNames === undefined ? null : <SettingNames names={text.settingNames} />}
    </div>
  );
}

function FoldButton({ isOpen, hidden, isMore, onToggle }: { isOpen: boolean; hidden: number; isMore: boolean; onToggle: () => void }) {
  if (hidden <= 0) return null;
  const Sign = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton className={classes.more} data-row data-hover="fill" aria-expanded={isOpen} onClick={onToggle}>
      <Sign aria-hidden="true" />
      {isOpen ? 'Show fewer' : `${formatCount(hidden)} ${isMore ? 'more ' : ''}${hidden === 1 ? 'person' : 'people'}`}
    </UnstyledButton>
  );
}

export const CauseList = ({ read, ...list }: Omit<CauseCardProps, 'cause' | 'read'> & { read: AttentionCauses }) => (
  <Stack gap={16}>
    {inOrder(read.causes).map((cause) => (
      <CauseCard key={`${cause.service} ${cause.retrying} ${cause.cause}`} cause={cause} read={read} {...list} />
    ))}
  </Stack>
);
