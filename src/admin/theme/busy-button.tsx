import type { ComponentProps, MouseEvent } from 'react';

interface BusyButtonProps extends ComponentProps<'button'> {
  'data-loading'?: boolean;
  'data-disabled'?: boolean;
}

const ignore = (event: MouseEvent) => event.preventDefault();

/** The element of all buttons. While loading it does nothing but keeps the focus, which a disabled button would lose to the page. */
export function BusyButton({ disabled, onClick, type = 'button', ...props }: BusyButtonProps) {
  const isBusy = props['data-loading'] === true && props['data-disabled'] !== true;
  return (
    <button
      {...props}
      type={type}
      disabled={disabled === true && !isBusy}
      aria-disabled={isBusy || props['aria-disabled']}
      onClick={isBusy ? ignore : onClick}
    />
  );
}
