import { PageHeader } from './page-header.tsx';
import type { Organisation } from './view.ts';

interface MessagePageProps {
  readonly organisation: Organisation;
  readonly title: string;
  readonly text: string;
  /** A link to try once more, where that may help. */
  readonly retry?: { readonly href: string; readonly label: string } | undefined;
}

/** A page in the look of the forms that has only something to say: no such form, or not now. */
export function MessagePage({ organisation, title, text, retry }: MessagePageProps) {
  return (
    <>
      <PageHeader organisation={organisation} title={title} />
      <p className="notice">{text}</p>
      <p className="status again">{retry === undefined ? null : <a href={retry.href}>{retry.label}</a>}</p>
    </>
  );
}
