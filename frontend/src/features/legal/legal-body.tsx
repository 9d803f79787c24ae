import { LEGAL, type LegalText } from './texts';

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
            <p key={paragraph} className="legal-text">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
