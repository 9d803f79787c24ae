import { useState } from 'react';
import type { CoverArt } from '@/api/types';
import { cn } from '@/lib/cn';
import { coverUrl, type SceneName } from './cover-art';

type Props = {
  venue: { cover_image_url: string | null; cover_art: CoverArt | null; neighborhood: string };
  /** From `scenesFor`, in lists. */
  scene?: SceneName | undefined;
  className?: string;
  /** Load only when the cover comes near the screen. */
  lazy?: boolean;
};

/** A venue's picture, else its drawing, else a placeholder. Decorative: the name is the link. */
export function Cover({ venue, scene, className, lazy = false }: Props) {
  const [failed, setFailed] = useState(false);
  const { cover_image_url, cover_art, neighborhood } = venue;
  const art = cover_art === null ? null : coverUrl({ ...cover_art, neighborhood }, scene);
  const source = failed ? art : (cover_image_url ?? art);
  return (
    <span className={cn('cover', className)} aria-hidden="true">
      {source === null ? (
        <Placeholder />
      ) : (
        <img
          src={source}
          alt=""
          width={400}
          height={300}
          decoding="async"
          loading={lazy ? 'lazy' : 'eager'}
          onError={() => {
            setFailed(true);
          }}
        />
      )}
    </span>
  );
}

function Placeholder() {
  return (
    <svg viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice">
      <g className="plain-line" fill="none" strokeWidth="2">
        <circle cx="200" cy="150" r="84" />
        <circle cx="200" cy="150" r="58" />
        <path d="M78 96v34q0 14 11 14t11-14V96M89 96v110M318 206V94c-14 6-18 40-12 62h12" />
      </g>
    </svg>
  );
}
