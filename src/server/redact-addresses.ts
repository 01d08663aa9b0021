const MAIL_ADDRESS = /[^\s@"'<>(]+@[^\s@"'<>)]+/g;
/** A cut may have left part of an address at the end. */
const LAST_WORD = /[^\s"'<>(]{1,254}$/;

/** Replaces mail addresses in a text, which is cut first, since the search takes time that grows with the square of the length. */
export function redactAddresses(text: string, max: number): string {
  const beginning = text.length > max ? text.slice(0, max).replace(LAST_WORD, '') : text;
  return beginning.replace(MAIL_ADDRESS, '[address]').slice(0, max);
}
