/**
 * One story at a time, the next one every 3 s (`use-autoplay.ts`). The chosen slide is the state, and the
 * track's scroll position follows it; after a swipe the state follows the track.
 */
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/ui/button';
import { BLOGS } from './messages';
import type { Blog } from './queries';
import { StoryMeta } from './story-meta';
import { StoryPicture } from './story-picture';
import { useAutoplay } from './use-autoplay';

/** A swipe has ended when nothing has scrolled for this long. */
const REST_MS = 150;

export function Carousel({ blogs }: { blogs: readonly Blog[] }) {
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(false);
  const count = blogs.length;
  const several = count > 1;
  const go = (steps: number) => {
    setAt((at + steps + count) % count);
  };
  const { plays, isReduced, around } = useAutoplay({
    enabled: several && !paused,
    onTick: () => {
      go(1);
    },
  });
  return (
    <section
      className="stories"
      aria-labelledby="stories"
      aria-roledescription="carousel"
      {...around}
    >
      <div className="section-head">
        <h2 id="stories">{BLOGS.title}</h2>
        {several && (
          <div className="stories-steps">
            {/* Silent while slides change by themselves; a click is announced. */}
            <p className="mono" aria-live={plays ? 'off' : 'polite'} aria-atomic="true">
              {BLOGS.place(at + 1, count)}
              <span className="sr-only">: {blogs[at]?.title}</span>
            </p>
            {!isReduced && (
              <IconButton
                label={paused ? BLOGS.play : BLOGS.pause}
                onClick={() => {
                  setPaused(!paused);
                }}
              >
                {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
              </IconButton>
            )}
            <IconButton
              label={BLOGS.previousSlide}
              onClick={() => {
                go(-1);
              }}
            >
              <ArrowLeft aria-hidden="true" />
            </IconButton>
            <IconButton
              label={BLOGS.nextSlide}
              onClick={() => {
                go(1);
              }}
            >
              <ArrowRight aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      <Track blogs={blogs} at={at} onRest={setAt} />
    </section>
  );
}

type TrackProps = { blogs: readonly Blog[]; at: number; onRest: (at: number) => void };

function Track({ blogs, at, onRest }: TrackProps) {
  const track = useRef<HTMLDivElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const { current } = track;
    // Scroll the track only: the page must not scroll to a slide.
    if (current !== null) current.scrollLeft = at * current.clientWidth;
  }, [at]);
  useEffect(
    () => () => {
      clearTimeout(resting.current);
    },
    [],
  );
  return (
    <div
      ref={track}
      className="slides"
      onScroll={({ currentTarget }) => {
        clearTimeout(resting.current);
        resting.current = setTimeout(() => {
          onRest(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth));
        }, REST_MS);
      }}
    >
      {blogs.map((blog, index) => (
        <div
          key={blog.id}
          className="slide"
          role="group"
          aria-roledescription="slide"
          aria-label={BLOGS.place(index + 1, blogs.length)}
          // Slides out of sight cannot be reached by the keyboard either.
          inert={index !== at}
        >
          <Link to="/blogs/$slug" params={{ slug: blog.slug }} tabIndex={-1} aria-hidden="true">
            <StoryPicture blog={blog} lazy />
          </Link>
          <div>
            <p className="tag">{blog.category}</p>
            <h3>
              <Link to="/blogs/$slug" params={{ slug: blog.slug }}>
                {blog.title}
              </Link>
            </h3>
            <p className="slide-text">{blog.summary}</p>
            <StoryMeta blog={blog} />
          </div>
        </div>
      ))}
    </div>
  );
}
