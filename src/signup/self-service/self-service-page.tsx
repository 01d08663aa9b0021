import * as words from '#contract/texts/words/self-service.ts';
import { NewTabLink } from '../fields/linked-text.tsx';
import { PageHeader } from '../pages/page-header.tsx';
import { Tile } from '../status-slot.tsx';
import type { LinkList } from '../view.ts';
import type { Act, ActLine, OwnCard, SelfServiceView } from './view.ts';

const SIGNS = {
  place: 'm6.5 10.5 2.5 2.5 4.5-5',
  waits: 'M10 5.5V10l2.5 2.5',
  offer: 'M10 5.5V10l2.5 2.5',
  off: 'm7 7 6 6m0-6-6 6',
} as const;

/** Next to the status, which says the same as text. */
const StateSign = ({ state }: Pick<OwnCard, 'state'>) => (
  <svg className={state} width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
    <circle cx="10" cy="10" r="8" />
    <path d={SIGNS[state]} />
  </svg>
);

const Calendar = ({ intro, links }: LinkList) => (
  <p className="calendar">
    <span>{intro}</span>
    {links.map((link) => (
      <NewTabLink key={link.href} {...link} />
    ))}
  </p>
);

/** A link to a page that asks, shaped like a button; a button if nothing is asked. `isMain`: the only filled one. */
export function ActLink({ act: { label, name, href, isPosted }, isMain = false }: { readonly act: Act; readonly isMain?: boolean }) {
  const look = { className: isMain ? 'button' : 'button plain', 'aria-label': name };
  return isPosted ? (
    <form method="post" action={href}>
      <button type="submit" {...look}>
        {label}
      </button>
    </form>
  ) : (
    <a href={href} {...look}>
      {label}
    </a>
  );
}

/** The person's actions here; with `hasMain`, the first is the main button. */
const Acts = ({ acts, hasMain = false }: { readonly acts: readonly Act[]; readonly hasMain?: boolean }) =>
  acts.length > 0 && (
    <div className="acts">
      {acts.map((act, index) => (
        <ActLink key={act.href} act={act} isMain={hasMain && index === 0} />
      ))}
    </div>
  );

function Card({ card }: { readonly card: OwnCard }) {
  const { id, title, tile, when, where, map, price, joinUrl, state, status, calendar, lines, acts } = card;
  return (
    <li className={`card ${state}`}>
      {tile && <Tile {...tile} />}
      <div>
        <h3 id={`event-${id}`} dir="auto">
          {title}
        </h3>
        <p>{when}</p>
        {where !== '' && (
          <p dir="auto">
            {where} {map && <NewTabLink {...map} />}
          </p>
        )}
        {price !== null && <p dir="auto">{price}</p>}
        {joinUrl !== null && (
          <p>
            {words.JOIN} <NewTabLink href={joinUrl}>{joinUrl}</NewTabLink>
          </p>
        )}
        <p className="state">
          <StateSign state={state} />
          <span>{status}</span>
        </p>
        {calendar && <Calendar {...calendar} />}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <Acts acts={acts} hasMain={state === 'offer'} />
      </div>
    </li>
  );
}

const Lines = ({ name, title, lines }: { readonly name: string; readonly title: string; readonly lines: readonly ActLine[] }) =>
  lines.length === 0 ? null : (
    <section className={`lines ${name}`} aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      <ul>
        {lines.map(({ line, act }) => (
          <li key={line}>
            <span dir="auto">{line}</span>
            {act?.isPosted && <ActLink act={act} />}
            {act && !act.isPosted && (
              <a href={act.href} aria-label={act.name}>
                {act.label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );

export function SelfServicePage({ view }: { readonly view: SelfServiceView }) {
  const { organisation, title, firstName, note, code, cards, cancelled, others, answers, correct, acts, resend } = view;
  return (
    <>
      <PageHeader organisation={organisation} title={title} />
      <h2 dir="auto">{words.hello(firstName)}</h2>
      {note && (
        <p className={note.isProblem ? 'said failed' : 'said'} role={note.isProblem ? 'alert' : 'status'}>
          {note.text}
        </p>
      )}
      <div className="columns">
        <div>
          {code && (
            <div className="cards code">
              <div className="card">
                <svg
                  viewBox={`0 0 ${code.size} ${code.size}`}
                  width="240"
                  height="240"
                  role="img"
                  aria-label={words.YOUR_CODE}
                  shapeRendering="crispEdges"
                >
                  <rect width="100%" height="100%" fill="#fff" />
                  <path d={code.path} fill="#000" />
                </svg>
                <h3>{words.SHOW_CODE}</h3>
                <p>{words.OR_YOUR_NAME}</p>
              </div>
            </div>
          )}
          <ul className="cards" id="events">
            {cards.map((card) => (
              <Card key={card.id} card={card} />
            ))}
          </ul>
          <Lines name="others" title={words.CHOOSE_ANOTHER_DATE} lines={others} />
          <Lines name="cancelled" title={words.CANCELLED} lines={cancelled} />
        </div>
        <div>
          <section aria-labelledby="answers">
            <h2 id="answers">{words.YOUR_ANSWERS}</h2>
            <dl>
              {answers.map(({ label, value }) => (
                <div key={label}>
                  <dt dir="auto">{label}</dt>
                  <dd dir="auto">{value}</dd>
                </div>
              ))}
            </dl>
            <Acts acts={correct ? [correct] : []} />
          </section>
          {(acts.length > 0 || resend) && (
            <div className="foot">
              <Acts acts={acts} />
              {resend && (
                <form method="post" action={resend.href}>
                  <button type="submit" className="link">
                    {resend.label}
                  </button>
                </form>
              )}
            </div>
          )}
        </div>
      </div>
    </>
  );
}
