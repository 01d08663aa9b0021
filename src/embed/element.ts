/**
 * Makes an element. Its style is set property by property, never as an attribute or a sheet: a strict policy of the page
 * around forbids those.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  style: Partial<CSSStyleDeclaration>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  Object.assign(made.style, style);
  made.append(...children);
  return made;
}
