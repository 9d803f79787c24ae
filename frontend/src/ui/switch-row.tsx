import { useId, type ReactNode } from 'react';

export type NamedBy = { 'aria-labelledby': string; 'aria-describedby': string };

type Props = {
  label: string;
  text: string;
  /** The control, given the attributes that name it. */
  children: (named: NamedBy) => ReactNode;
};

/** A setting with its name and what it does, and its control at the right. */
export function SwitchRow({ label, text, children }: Props) {
  const id = useId();
  return (
    <div className="switch-row">
      <div>
        <b id={id}>{label}</b>
        <p className="hint" id={`${id}-text`}>
          {text}
        </p>
      </div>
      {children({ 'aria-labelledby': id, 'aria-describedby': `${id}-text` })}
    </div>
  );
}
