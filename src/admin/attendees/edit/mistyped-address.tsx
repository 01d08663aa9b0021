import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { addressSuggestion, didYouMean } from '#contract/rules/address-suggestion.ts';

export function MistypedAddress({ email, onTake }: { email: string; onTake: (meant: string) => void }) {
  const meant = addressSuggestion(email);
  const handleClick = (event: MouseEvent, address: string) => {
    // The button disappears with the mistake.
    event.currentTarget.closest('form')?.querySelector<HTMLElement>('input[name="email"]')?.focus();
    onTake(address);
  };
  return (
    <div role="status">
      {meant === undefined ? null : (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={(event) => handleClick(event, meant)}>
          {didYouMean(meant)}
        </Button>
      )}
    </div>
  );
}
