import { type Location, type To, useLocation, useNavigate } from 'react-router';
import { withParam } from '../use-address-param.ts';

const PERSON = 'person';

/** The person whose panel a screen's address opens. */
export const readPerson = (search: string): string | undefined => new URLSearchParams(search).get(PERSON) ?? undefined;

/** The open person, by the id of any of their submissions, with functions to link to another and to close the panel. */
export function usePersonParam() {
  const location: Location<unknown> = useLocation();
  const { pathname, search, hash, state } = location;
  const navigate = useNavigate();
  const personId = readPerson(search);
  // The entry before this one is the same screen without the panel.
  const wasOpenedHere = state === PERSON;
  const placeWith = (id: string | undefined): To => ({
    pathname,
    search: withParam(new URLSearchParams(search), PERSON, id).toString(),
    hash,
  });
  const linkTo = (id: string) => ({
    to: placeWith(id),
    // Another person replaces the open one, so that one step back closes the panel.
    replace: personId !== undefined,
    preventScrollReset: true,
    state: personId === undefined ? PERSON : state,
  });
  return {
    personId,
    linkTo,
    open: (id: string) => {
      const { to, ...options } = linkTo(id);
      void navigate(to, options);
    },
    close: () => {
      if (wasOpenedHere) void navigate(-1);
      else void navigate(placeWith(undefined), { replace: true, preventScrollReset: true });
    },
  };
}
