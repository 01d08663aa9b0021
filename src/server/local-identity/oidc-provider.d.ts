/**
 * The package's own entry prints a warning on every Node release that is not (yet) a long-term one, which would puzzle
 * whoever starts the server. Its parts, imported directly, do not; the version is pinned, so the paths are too.
 */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { interactionPolicy } from 'oidc-provider';

  export const base: typeof interactionPolicy.base;
  export const Prompt: typeof interactionPolicy.Prompt;
}
