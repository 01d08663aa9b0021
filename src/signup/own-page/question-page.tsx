import { PageHeader } from '../pages/page-header.tsx';
import { ActLink } from './act-link.tsx';
import type { QuestionView } from './own-view.ts';

/** A page that asks before something is changed. */
export function QuestionPage({ view }: { readonly view: QuestionView }) {
  const { organisation, question, when, text, act, keep, further } = view;
  return (
    <>
      <PageHeader organisation={organisation} title={question} />
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
