/** The package's entry prints a warning on Node releases without long-term support; its modules, imported directly, do not. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { interactionPolicy } from 'oidc-provider';

  export const base: typeof interactionPolicy.base;
  export const Prompt: typeof interactionPolicy.Prompt;
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  export const createMemoryAdapter: () => AdapterFactory;
}
