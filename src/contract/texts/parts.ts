/** A text, or its parts, some of which are emphasised (`strong`) or literal (`code`). */
export type Parts = string | readonly (string | { readonly strong: string } | { readonly code: string })[];

/** The words alone. */
export const textOf = (parts: Parts): string =>
  typeof parts === 'string' ? parts : parts.map((part) => (typeof part === 'string' ? part : Object.values(part).join(''))).join('');
