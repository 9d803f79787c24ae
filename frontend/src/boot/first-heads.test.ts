// The heads of the first paint have the sentences of the pages that replace them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pageMessages } from '@/features/requests/messages';
import { LISTING } from '@/features/venues/messages';

const html = readFileSync('index.html', 'utf8').replaceAll(/\s+/g, ' ');

it.each([
  `first-listing"> <div> <h1>${LISTING.title}</h1> <p class="listing-lead"> ${LISTING.lead()} </p>`,
  `first-requests"><h1>${pageMessages.title}</h1>`,
])('index.html has %s', (head) => {
  expect(html).toContain(head);
});
