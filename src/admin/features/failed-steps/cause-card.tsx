import { Badge } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MoreOfList } from '#admin/ui/feedback/more-of-list.tsx';
import { focusFirstWrong } from '#admin/ui/inputs/focus-first-wrong.ts';
import { type AttentionCauses, type Cause, type FailedStep, OLD_AFTER_DAYS } from '#contract/side-effects/attention.ts';
import { SERVICES } from '#contract/side-effects/steps.ts';
import type { CauseText } from '#contract/texts/causes.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { type AttentionScope, scopeQuery } from './attention-scope.ts';
import { CauseActions } from './cause-actions.tsx';
import { CauseAdvice } from './cause-advice.tsx';
import classes from './cause-card.module.css';
import { CauseSign } from './cause-sign.tsx';
import { causeWords, rankOf } from './cause-words.ts';
import { FailedStepRow } from './failed-step-row.tsx';
import { FoldButton } from './fold-button.tsx';
import { failedStepsQuery } from './step-queries.ts';
import type { AddressEdits } from './use-address-edits.ts';

interface CauseCardProps {
  cause: Cause;
  of: AttentionScope;
  read: Pick<AttentionCauses, 'as_of'>;
  addresses: AddressEdits;
}

/** The failed steps of one cause: what is wrong, what to do about it, and whom it concerns. */
export function CauseCard({ cause, of, read, addresses }: CauseCardProps) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery({ ...failedStepsQuery(of, cause), enabled: isOpen });
  const text = causeWords(cause);
  const preview = rankOf(cause) === 'mendable' ? cause.latest : [];
  const all = list.data?.pages.flatMap((page) => page.steps) ?? cause.latest;
  const shown = isOpen ? all : preview;
  const steps = { ...scopeQuery(of), service: cause.service, cause: cause.cause, retrying: cause.retrying, as_of: read.as_of };
  return (
    <section className={classes.card} aria-labelledby={titleId}>
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
        <ul className={classes.list} aria-labelledby={titleId}>
          {shown.map((step) => (
            <FailedStepRow
              key={`${step.submission_id} ${step.step} ${step.change_id}`}
              step={step}
              text={text}
              canRetry={cause.is_connected}
              addresses={addresses}
            />
          ))}
        </ul>
      )}
      {isOpen ? (
        <div className={classes.rest}>
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
  for (const step of corrected) {
    if (await addresses.send(step)) continue;
    focusFirstWrong();
    return undefined;
  }
  return corrected.length;
}

/** What was sent, and where: `25 Slack messages, Leadership Essentials`. */
function amountText({ service, steps, forms }: Cause): string {
  const [one, several] = SERVICES[service].sent;
  const titles = forms.map(({ title }) => title);
  return `${counted(steps, one, several)}${titles.length > 2 ? ` in ${titles.length} series and forms` : `, ${titles.join(' and ')}`}`;
}

interface CauseHeadingProps {
  cause: Cause;
  text: CauseText;
  titleId: string;
}

function CauseHeading({ cause, text, titleId }: CauseHeadingProps) {
  return (
    <div className={classes.words}>
      <h2 id={titleId} className={classes.title} dir="auto">
        {text.title}
      </h2>
      <div className={classes.amount}>
        <span dir="auto">{amountText(cause)}</span>
        {cause.old === 0 ? null : (
          <Badge color="orange">
            {formatCount(cause.old)} older than {OLD_AFTER_DAYS} days
          </Badge>
        )}
      </div>
      <CauseAdvice cause={cause} text={text} />
    </div>
  );
}
