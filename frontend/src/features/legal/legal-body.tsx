import { Fragment } from 'react';
import { readOperator } from '@/lib/operator';
import type { LegalText } from './legal-text';
import { LEGAL } from './messages';

type Props = {
  text: LegalText;
  /** The level of the headings: 2 on the page, 3 below a dialog's title. */
  level: 2 | 3;
};

/** The sections of one of the two texts. */
export function LegalBody({ text, level }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className="grid gap-6">
      {LEGAL[text].sections.map(({ heading, paragraphs }) => (
        <section key={heading} className="grid gap-2">
          <Heading>{heading}</Heading>
          {paragraphs.map((paragraph) => (
            <Paragraph key={paragraph} text={paragraph} />
          ))}
        </section>
      ))}
    </div>
  );
}

/** A paragraph with the operator's name and a link to their address in the places of the marks. */
function Paragraph({ text }: { text: string }) {
  const { name, contact } = readOperator();
  const [first = '', ...others] = text.replaceAll('{operator}', name).split('{contact}');
  return (
    <p className="legal-text">
      {first}
      {others.map((part, index) => (
        <Fragment key={index}>
          <a className="link link-inline" href={`mailto:${contact}`}>
            {contact}
          </a>
          {part}
        </Fragment>
      ))}
    </p>
  );
}
