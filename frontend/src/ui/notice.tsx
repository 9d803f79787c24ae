import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { tone: 'confirmed' | 'unsuccessful'; title: string; children?: ReactNode };

/** What just happened, inside the card it happened in. Failures interrupt a screen reader, successes wait. */
export function Notice({ tone, title, children }: Props) {
  const Icon = tone === 'confirmed' ? Check : CircleAlert;
  return (
    <div className="notice" data-tone={tone} role={tone === 'confirmed' ? 'status' : 'alert'}>
      <Icon aria-hidden="true" />
      <b>{title}</b>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
