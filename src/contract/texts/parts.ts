/** A text, or its parts, of which some are stressed (`strong`) or typed as they are (`code`). */
export type Parts = string | readonly (string | { readonly strong: string } | { readonly code: string })[];

/** The words alone. */
export const textOf = (parts: Parts): string =>
  typeof parts === 'string' ? parts : parts.map((part) => (typeof part === 'string' ? part : Object.values(part).join(''))).join('');
