/**
 * Every part in every variant and state, with difficult content. Built from the lists that the parts themselves use,
 * so a new variant appears by itself or the compiler asks for it.
 */
import type { ComponentType } from 'react';
import { PageTitle } from '@/ui/page-title';
import { Accounts } from './accounts';
import { GALLERY } from './messages';
import { Buttons, Choices, Feedback, Fields } from './primitives';
import { Rails, Requests, Tickets } from './requests';
import { SECTIONS, type SectionId } from './sections';
import { Plans } from './plans';
import { Covers, VenueCards, VenueLists } from './venues';
import '@/features/requests/reservations.css';
import '@/features/request-form/wizard.css';
import '@/features/venues/venues.css';
import '@/features/connect/accounts.css';

const CONTENT: Record<SectionId, ComponentType> = {
  buttons: Buttons,
  fields: Fields,
  choices: Choices,
  feedback: Feedback,
  tickets: Tickets,
  rails: Rails,
  requests: Requests,
  'venue-cards': VenueCards,
  'venue-lists': VenueLists,
  covers: Covers,
  plans: Plans,
  accounts: Accounts,
};

/** `only`: one section by itself, for its picture. */
export function Gallery({ only }: { only: string | undefined }) {
  const shown = SECTIONS.filter(({ id }) => only === undefined || id === only);
  return (
    <main className="page" id="main">
      <PageTitle>{GALLERY.title}</PageTitle>
      <div className="grid gap-12 pt-6">
        {shown.map(({ id, title }) => {
          const Content = CONTENT[id];
          return (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="grid gap-6">
              <h2 id={`${id}-title`}>{title}</h2>
              <Content />
            </section>
          );
        })}
      </div>
    </main>
  );
}
