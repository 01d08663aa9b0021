/** `Ada Lovelace`, or someone's only name. */
export const fullName = ({ first_name: first, last_name: last }: { readonly first_name: string; readonly last_name: string }): string =>
  `${first} ${last}`.trim();
