/** Where a phone shares a restaurant's page to (`public/assets/app.webmanifest`): the listing opens with its link. */
import { createFileRoute, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { searchText } from '@/entities/request/choice';

export const Route = createFileRoute('/_app/add-restaurant')({
  // Some apps share the link as the text, with words around it.
  validateSearch: v.object({ title: searchText, text: searchText, url: searchText }),
  beforeLoad: ({ search: { url, text, title } }) => {
    throw redirect({ to: '/', search: { query: url ?? text ?? title }, replace: true });
  },
});
