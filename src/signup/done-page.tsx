import { SUCCESS_TITLE } from '#contract/texts/sign-up.ts';
import { PageHeader } from './page-header.tsx';
import { ConfirmationNote, successText } from './status-slot.tsx';
import type { Confirmation, FormView } from './view.ts';

interface DonePageProps {
  readonly view: FormView;
  readonly confirmation: Confirmation;
  /** Where another person signs up. */
  readonly again: string;
  readonly redirectTo: string | undefined;
}

/** What a post without script is answered with when it worked. */
export function DonePage({ view, confirmation, again, redirectTo }: DonePageProps) {
  return (
    <>
      <PageHeader organisation={view.organisation} title={view.title} />
      <p className="note">{SUCCESS_TITLE}</p>
      <div className="status">
        <ConfirmationNote view={view} confirmation={confirmation} text={successText(view)} again={again} onward={redirectTo} />
      </div>
    </>
  );
}
