import { SUCCESS_TITLE } from '#contract/texts/sign-up.ts';
import { ConfirmationNote, successText } from '../status-slot.tsx';
import type { Confirmation, FormView } from '../view.ts';
import { PageHeader } from './page-header.tsx';

interface DonePageProps {
  readonly view: FormView;
  readonly confirmation: Confirmation;
  /** URL of an empty form. */
  readonly again: string;
  readonly redirectTo: string | undefined;
}

/** The answer to a successful post without script. */
export function DonePage({ view, confirmation, again, redirectTo }: DonePageProps) {
  return (
    <>
      <PageHeader organisation={view.organisation} title={view.title} />
      <p className="note">{SUCCESS_TITLE}</p>
      <div className="status">
        <ConfirmationNote confirmation={confirmation} text={successText(view)} again={again} onward={redirectTo} />
      </div>
    </>
  );
}
