/** Renders the landing page for the build (scripts/prerender.mjs). */
import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from './landing-page';
import { LANDING } from './messages';

export function renderLanding() {
  const { title, description } = LANDING;
  return { markup: renderToStaticMarkup(<LandingPage />), title, description };
}
