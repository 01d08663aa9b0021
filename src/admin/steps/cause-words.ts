import type { AttentionCounts, Cause } from '#contract/steps/attention.ts';
import { type CauseText, causeText } from '#contract/steps/causes.ts';
import { formatCount } from '#contract/texts/counts.ts';
import type { Parts } from '#contract/texts/parts.ts';

/** Who must act: staff, the people who run the server, or nobody. */
export type CauseRank = 'fixable' | 'for operators' | 'passing';

const RANKS: readonly CauseRank[] = ['fixable', 'for operators', 'passing'];

/** The text of a cause. If its service is not connected, that must be fixed first. */
export const causeWords = ({ service, cause, channel, is_connected: isConnected, latest }: Cause): CauseText =>
  causeText({ service, cause: isConnected ? cause : 'not_connected', channel, message: latest[0]?.message ?? '' });

/** The title of a cause in a list of all causes, where no two may read the same: if its service is not connected, also what failed before. */
export function headingOf(cause: Cause): string {
  const titles = [cause, { ...cause, is_connected: true }].map((each) => causeWords(each).title);
  return [...new Set(titles), ...(cause.retrying ? ['retrying'] : [])].join(' – ');
}

export function rankOf(cause: Cause): CauseRank {
  if (cause.retrying) return 'passing';
  return causeWords(cause).settingNames === undefined ? 'fixable' : 'for operators';
}

/** Causes that staff can fix come first, those that resolve themselves last. */
export const inOrder = (causes: readonly Cause[]): Cause[] =>
  causes.toSorted((a, b) => RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b)));

/** `45 messages were not delivered and 2 more will be retried` */
export const notDelivered = ({ failed, retrying }: Pick<AttentionCounts, 'failed' | 'retrying'>): Parts =>
  failed === 0
    ? [{ strong: formatCount(retrying) }, ` ${retrying === 1 ? 'message' : 'messages'} will be retried`]
    : [
        { strong: formatCount(failed) },
        ` ${failed === 1 ? 'message was' : 'messages were'} not delivered${retrying === 0 ? '' : ` and ${formatCount(retrying)} more will be retried`}`,
      ];
