import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

type Props = {
  tone: 'confirmed' | 'unsuccessful';
  title: string;
  children?: ReactNode;
  /** For focus, where what was pressed is gone. */
  ref?: Ref<HTMLDivElement>;
};

/** What just happened, inside the card it happened in. Failures interrupt a screen reader, successes wait. */
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
