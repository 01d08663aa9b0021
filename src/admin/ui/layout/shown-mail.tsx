import { Box, Stack, useMantineStyleNonce } from '@mantine/core';
import { type ComponentProps, Fragment, type ReactNode } from 'react';

const TRACKS = 'minmax(3.5rem, auto) minmax(0, 1fr)';
const LINES = { display: 'grid', gridTemplateColumns: TRACKS, gap: '2px 8px', padding: '10px 12px', font: 'var(--t-type-xs)' };

export const MailLines = ({ lines }: { lines: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Box component="dl" bg="var(--t-sunken)" style={LINES} data-edge="bottom" data-text="main">
    {lines.map(([name, value]) => (
      <Fragment key={name}>
        <dt data-text="second">{name}</dt>
        <dd dir="auto">{value}</dd>
      </Fragment>
    ))}
  </Box>
);

interface ShownMailProps {
  title: string;
  mail: Readonly<Record<'from' | 'to' | 'subject' | 'html', string>>;
  height: string;
}

export const ShownMail = ({ title, mail: { from, to, subject, html }, height }: ShownMailProps) => (
  <Stack gap={0} flex="1 1 auto" style={{ overflow: 'clip' }} data-box="strong">
    <MailLines
      lines={[
        ['From', from],
        ['To', to],
        ['Subject', <strong key="subject">{subject}</strong>],
      ]}
    />
    <StaticFrame style={{ display: 'block', flex: '1 1 auto', width: '100%', minHeight: height, border: 0 }} title={title} html={html} />
  </Stack>
);

/** A document in a frame without scripts. The frame inherits the page's content security policy, so its style sheets need its nonce. */
export function StaticFrame({ html, title, ...props }: ComponentProps<'iframe'> & { html: string }) {
  const nonce = useMantineStyleNonce()?.() ?? '';
  const styled = html.replaceAll(/<style\b/gi, `<style nonce="${nonce}"`);
  // Links would open in the frame.
  return <iframe {...props} title={title} sandbox="" srcDoc={styled.replace(/^(?:<!doctype[^>]*>)?/i, '$&<base target="_blank">')} />;
}
