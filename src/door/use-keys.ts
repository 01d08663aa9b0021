import { type RefObject, useEffect, useRef } from 'react';

type Acts = Readonly<Record<string, (() => unknown) | undefined>>;

/** Moves the focus between search and rows. @returns whether it moved */
function moveFocus(step: number, search: HTMLInputElement | null): boolean {
  const rows = [...document.querySelectorAll<HTMLButtonElement>('.row')];
  const at = rows.findIndex((row) => row === document.activeElement);
  if (at === -1 && document.activeElement !== search) return false;
  if (at + step < 0) search?.focus();
  else rows[at + step]?.focus();
  return true;
}

function onKey(event: KeyboardEvent, search: HTMLInputElement | null, acts: Acts): void {
  const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null;
  if (isElsewhere) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const act = event.target instanceof HTMLInputElement ? undefined : acts[event.key];
  act?.();
  if (act !== undefined || (step !== undefined && moveFocus(step, search))) event.preventDefault();
}

/** `/` Search, arrows to the rows, and further keys with what they do; not while a dialog is open, nor in a field. */
export function useKeys(search: RefObject<HTMLInputElement | null>, acts: Acts): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event, search.current, { ...latest.current, '/': () => search.current?.focus() });
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [search]);
}
