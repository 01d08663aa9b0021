import { useState } from 'react';
import { paths } from '#admin/paths.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { type Action, action } from '#admin/ui/actions/use-actions.tsx';
import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import { Choice } from '#admin/ui/inputs/choice.tsx';
import { optionsOf } from '#admin/ui/inputs/options.ts';
import { IconCode, IconTrash } from '#admin/ui/layout/icons.tsx';
import { DeleteCardDialog } from '#admin/ui/layout/settings-menu.tsx';
import { IconExternalLink } from '#admin/ui/layout/tool-icons.tsx';
import { type FeedbackCard, feedbackCalls } from '#contract/feedback.ts';
import { iframeCode } from '#contract/rules/embed-code.ts';
import { counted } from '#contract/texts/counts.ts';
import { feedbackCode } from './feedback-code.ts';

interface OnFeedbackList {
  readonly list: Pick<FeedbackCard, 'id' | 'title' | 'count'>;
  readonly onDeleted: () => void;
}

const CODES = {
  form: 'Paste this where you want to ask for feedback. Change the wording and style as you like; feedback appears in this list.',
  frame: "Paste this where you want this list's page to appear. No script is needed.",
} as const;

const KINDS = optionsOf<keyof typeof CODES>({ form: 'Form', frame: 'Frame' });

function FeedbackCodeDialog({ list: { id, title } }: Pick<OnFeedbackList, 'list'>) {
  const [kind, setKind] = useState<keyof typeof CODES>('form');
  const { origin } = window.location;
  const page = { server: origin, path: paths.feedbackPage(id), title, theme: 'either' } as const;
  return (
    <CodeDialog
      title={`Collect feedback for ‘${title}’`}
      choice={<Choice isInLine label="As a" data={KINDS} value={kind} onChange={setKind} />}
      about={CODES[kind]}
      code={kind === 'form' ? feedbackCode({ origin, listId: id }) : iframeCode(page)}
    />
  );
}

export const FEEDBACK_ACTIONS: readonly Action<OnFeedbackList>[] = [
  action('page', 'Page', IconExternalLink, [feedbackCalls.getFeedback], {
    href: ({ list }) => paths.feedbackPage(list.id),
    isOutside: true,
  }),
  action('code', 'Website code', IconCode, [feedbackCalls.getFeedback], { dialog: ({ list }) => <FeedbackCodeDialog list={list} /> }),
  action('delete', 'Delete list…', IconTrash, [feedbackCalls.deleteFeedbackList], {
    tone: 'danger',
    dialog: ({ list, onDeleted }) => (
      <DeleteCardDialog
        card={list}
        remove={() => call(feedbackCalls.deleteFeedbackList, { params: { id: list.id } })}
        readsKey={queryKeys.feedback(list.id)}
        cardsKey={queryKeys.feedbackCards}
        losses={
          <span>
            <strong>{`${counted(list.count, 'entry', 'entries')} will be lost.`}</strong> A website that still sends feedback to this list
            will get an error.
          </span>
        }
        go="Delete list"
        onDeleted={onDeleted}
      />
    ),
  }),
];
