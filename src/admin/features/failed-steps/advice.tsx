const MARKED = /`([^`]+)`|\*\*([^*]+)\*\*/;

/** A sentence with what is typed as it is, and what is stressed. */
export function Advice({ text }: { text: string }) {
  const [before = '', typed, stressed, ...after] = text.split(MARKED);
  return (
    <>
      {before}
      {typed === undefined ? null : <code>{typed}</code>}
      {stressed === undefined ? null : <strong dir="auto">{stressed}</strong>}
      {after.length === 0 ? null : <Advice text={text.slice(text.search(MARKED)).replace(MARKED, '')} />}
    </>
  );
}
