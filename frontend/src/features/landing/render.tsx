/** Renders the landing page for the build (vite.landing.config.ts). */
import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from './landing-page';
import { LANDING } from './messages';

export function renderPage() {
  const { title, description } = LANDING;
  return { markup: renderToStaticMarkup(<LandingPage />), title, description };
}
