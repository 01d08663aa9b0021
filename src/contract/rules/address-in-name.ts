/** What mail programs and phones make a link or a call of, whatever is around it. */
const ADDRESS = /:\/\/|www\.|@|(?:\p{Nd}[\s\p{Pd}./()]*){7}/iu;

/** Names appear in mails to addresses that anyone can type, so a link in one would turn the form into a spam relay. */
export const containsAddress = (name: string): boolean => ADDRESS.test(name.normalize('NFKC').replaceAll('。', '.'));
