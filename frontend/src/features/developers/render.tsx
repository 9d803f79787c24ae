/** Renders the frame of /developers for the build (vite.landing.config.ts). */
import { renderToStaticMarkup } from 'react-dom/server';
import { DevelopersPage } from './developers-page';
import { DEVELOPERS } from './messages';

export function renderPage() {
  const { title, description } = DEVELOPERS;
  return { markup: renderToStaticMarkup(<DevelopersPage />), title, description };
}
