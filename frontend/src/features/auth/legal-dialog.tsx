import { Dialog } from '@/ui/dialog';

export type LegalText = 'terms' | 'privacy';

type Section = { heading: string; text: string };

const TEXTS: Record<LegalText, { title: string; sections: readonly Section[] }> = {
  terms: {
    title: 'Terms and conditions',
    sections: [
      {
        heading: 'What we do',
        text: 'Tablehawk watches restaurants you choose and, when a table that fits your request opens up, books it in your own account at the booking platform. We do not promise a table, and we do not sell, list or transfer reservations.',
      },
      {
        heading: 'Your accounts',
        text: 'You connect accounts that are yours. Tables are booked in your name and under the rules of the platform and of the restaurant, late-cancellation fees included. You can disconnect an account at any time.',
      },
      {
        heading: 'Fair use',
        text: 'One person, one table for each meal. We ask the platforms at a measured pace and never contact a restaurant that has asked not to be.',
      },
      {
        heading: 'Plans',
        text: 'Your first plan starts with ten free days. After that a plan is paid by the month and can be canceled at any time; it then ends with the month that is paid.',
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    sections: [
      {
        heading: 'What we keep',
        text: 'Your name, email and phone number; your requests and what came of them; and for each connected account an access token, stored encrypted.',
      },
      {
        heading: 'What we never keep',
        text: 'The passwords and codes of your booking accounts pass through to the platform and are not stored. Card numbers go straight to the platform.',
      },
      {
        heading: 'Who sees it',
        text: 'The booking platform and the restaurant see what any reservation shows them. We sell nothing to anyone.',
      },
      {
        heading: 'Your say',
        text: 'Disconnect an account and its token is deleted. Ask us to delete your data and we do.',
      },
    ],
  },
};

type Props = { text: LegalText | null; onClose: () => void };

export function LegalDialog({ text, onClose }: Props) {
  const { title, sections } = TEXTS[text ?? 'terms'];
  return (
    <Dialog
      open={text !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
    >
      <div className="grid gap-4">
        {sections.map((section) => (
          <section key={section.heading}>
            <h3>{section.heading}</h3>
            <p className="mt-1 text-ink-soft">{section.text}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
