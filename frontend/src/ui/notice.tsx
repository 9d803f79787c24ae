import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

type Props = {
  tone: 'confirmed' | 'unsuccessful';
  title: string;
  children?: ReactNode;
  /** For focus, when the clicked control is gone. */
  ref?: Ref<HTMLDivElement>;
};

/** A result inside the card that it belongs to. Failures interrupt a screen reader, successes wait. */
export function Notice({ tone, title, children, ref }: Props) {
  const Icon = tone === 'confirmed' ? Check : CircleAlert;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="notice"
      data-tone={tone}
      role={tone === 'confirmed' ? 'status' : 'alert'}
    >
      <Icon aria-hidden="true" />
      <b>{title}</b>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
