import { OrganisationLine } from '../pages/page-header.tsx';
import { ActLink } from './act-link.tsx';
import type { QuestionView } from './own-view.ts';

/** A page that asks before something is changed. */
export function QuestionPage({ view }: { readonly view: QuestionView }) {
  const { organisation, question, when, text, act, keep, further } = view;
  return (
    <>
      <header>
        <OrganisationLine organisation={organisation} />
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question is read out first, and no script can do that */}
        <h1 id="title" dir="auto" tabIndex={-1} autoFocus>
          {question}
        </h1>
      </header>
      {when !== undefined && <p className="when">{when}</p>}
      {text !== undefined && <p className="text">{text}</p>}
      <form className="choice" method="post" action={act?.href}>
        {act && (
          <button type="submit" className="button" aria-label={act.name}>
            {act.label}
          </button>
        )}
        <ActLink act={keep} />
      </form>
      {further && (
        <p className="further">
          <a href={further.href}>{further.label}</a>
        </p>
      )}
    </>
  );
}
