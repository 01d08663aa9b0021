import { useMantineStyleNonce } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A document in a frame without scripts. The frame inherits the page's content security policy, so its style sheets need its nonce. */
export function StaticFrame({ html, title, ...props }: ComponentProps<'iframe'> & { html: string }) {
  const nonce = useMantineStyleNonce()?.() ?? '';
  const styled = html.replaceAll(/<style\b/gi, `<style nonce="${nonce}"`);
  // Links would open in the frame.
  return <iframe {...props} title={title} sandbox="" srcDoc={styled.replace(/^(?:<!doctype[^>]*>)?/i, '$&<base target="_blank">')} />;
}
