import { useEffect, useRef, useState, type ReactNode } from 'react';

/** An area that scrolls if needed and can then be reached and scrolled by the keyboard. */
export function ScrollArea({ className, children }: { className: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setScrolls(element.scrollHeight > element.clientHeight);
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <div ref={area} className={className} {...(scrolls ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}
