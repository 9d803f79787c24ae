/** The form of a legal text. */
export type LegalText = 'terms' | 'privacy';

type Section = { heading: string; paragraphs: readonly string[] };
export type Legal = { title: string; lead: string; sections: readonly Section[] };
