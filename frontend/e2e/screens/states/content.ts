import { http, HttpResponse } from 'msw';
import { SECTIONS, type SectionId } from '../../../src/gallery/sections';
import type { Screen, State } from '../kinds';
import { offersTryAgain, refuses, shown } from './common';

const STORY = '/blogs/when-tables-come-back';
const ONE_TEXT = 'One text that is always the same.';

export const BLOG: Screen = {
  empty: [
    { name: 'blog-missing', path: '/blogs/nothing', act: shown(/^There's no story/) },
    {
      name: 'blog-alone',
      path: STORY,
      overrides: [http.get('/api/blog/featured/', () => HttpResponse.json([]))],
      act: shown('Plans change late.'),
    },
  ],
  loaded: [
    { name: 'blog', path: STORY, act: shown('Plans change late.') },
    { name: 'blog-visitor', path: STORY, signedIn: false, act: shown('Plans change late.') },
  ],
  error: [
    {
      name: 'blog-failed',
      path: STORY,
      overrides: [refuses('/api/blog/when-tables-come-back/'), refuses('/api/blog/featured/')],
      act: offersTryAgain,
    },
  ],
  dialog: { never: 'Nothing on it opens one.' },
};

export const TERMS: Screen = {
  empty: { never: ONE_TEXT },
  loaded: [
    { name: 'terms', path: '/terms' },
    { name: 'terms-signed-out', path: '/terms', signedIn: false },
  ],
  error: { never: ONE_TEXT },
  dialog: { never: ONE_TEXT },
};

export const PRIVACY: Screen = {
  empty: { never: ONE_TEXT },
  loaded: [{ name: 'privacy', path: '/privacy' }],
  error: { never: ONE_TEXT },
  dialog: { never: ONE_TEXT },
};

export const NOT_FOUND: Screen = {
  empty: { never: ONE_TEXT },
  loaded: [
    { name: 'not-found', path: '/nowhere' },
    { name: 'not-found-signed-out', path: '/nowhere', signedIn: false },
  ],
  error: { never: ONE_TEXT },
  dialog: { never: ONE_TEXT },
};

const [firstSection, ...otherSections] = SECTIONS;
const inGallery = ({ id }: { id: SectionId }): State => ({
  name: `gallery-${id}`,
  path: `/dev/gallery?section=${id}`,
  signedIn: false,
});

export const GALLERY: Screen = {
  empty: { never: 'It shows the parts of all screens in every state.' },
  // Section by section: axe takes minutes for all of them at once.
  loaded: [inGallery(firstSection), ...otherSections.map(inGallery)],
  error: { never: 'It requests nothing from the server.' },
  dialog: { never: 'Dialogs are looked at on their own screens.' },
};
