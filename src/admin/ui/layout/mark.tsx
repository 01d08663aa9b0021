/** The logo, a ticket with a tick. It has no text, since the product's name is next to it. */
export const Mark = ({ size }: { size: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
    <path
      fill="var(--t-accent)"
      d="M5 2h14a3 3 0 0 1 3 3v4.2a2.9 2.9 0 0 0 0 5.6V19a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-4.2a2.9 2.9 0 0 0 0-5.6V5a3 3 0 0 1 3-3Z"
    />
    <path
      fill="none"
      stroke="var(--mantine-color-white)"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      d="m7.6 12.3 3 3 5.8-6.4"
    />
  </svg>
);
