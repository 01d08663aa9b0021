import type { Organisation } from '../view.ts';
import { PageHeader } from './page-header.tsx';

export interface MessagePageProps {
  readonly organisation: Organisation;
  readonly title: string;
  readonly text: string;
  /** A link to try again, where that may help. */
  readonly retry?: { readonly href: string; readonly label: string } | undefined;
}

/** A page with a message in place of a form, such as that there is none at this address. */
export function MessagePage({ organisation, title, text, retry }: MessagePageProps) {
  return (
    <>
      <PageHeader organisation={organisation} title={title} />
      <p className="notice">{text}</p>
      <p className="status again">{retry === undefined ? null : <a href={retry.href}>{retry.label}</a>}</p>
    </>
  );
}
