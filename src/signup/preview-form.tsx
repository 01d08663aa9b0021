import { type ChangeEvent, useState } from 'react';
import { PageHeader } from './page-header.tsx';
import { Note, Questions, sendLabel } from './sign-up-form.tsx';
import { initialState } from './state.ts';
import { chosenAtFirst, type FormView } from './view.ts';

const NOBODY_YET = initialState({ values: {}, errors: [], hasFailed: false });

/** The form as a visitor finds it, for those who make it: events can be chosen, to see the questions they bring, and nothing is sent. */
export function PreviewForm({ view }: { readonly view: FormView }) {
  const [chosen, setChosen] = useState(() => chosenAtFirst(view));
  const state = { ...NOBODY_YET, isLive: true, chosen };
  // The form may stand in a document of its own, whose elements are no instances of this one's.
  const handleChange = (event: ChangeEvent<HTMLFormElement>): void =>
    setChosen(Array.from(event.currentTarget.querySelectorAll<HTMLInputElement>('input[name="events"]:checked'), ({ value }) => value));
  return (
    <article className="sheet">
      <PageHeader organisation={view.organisation} title={view.title} />
      <Note view={view} state={state} />
      <form className="form" noValidate aria-labelledby="title" onChange={handleChange}>
        <Questions view={view} state={state} />
        <button type="button" className="button" disabled>
          {sendLabel(view)}
        </button>
      </form>
    </article>
  );
}
