/** Whether a text contains a web address. The server decides which addresses name a restaurant. */
import { platforms } from '@/entities/platform/platforms';

export function containsLink(text: string | undefined): text is string {
  return text !== undefined && address().test(text);
}

/** An address with a scheme, also that of a platform's app, or one that begins with the site of a platform. */
function address(): RegExp {
  const all = platforms();
  const schemes = ['https?', ...all.map(({ key }) => key)].join('|');
  // The site of another country has another ending.
  const sites = all.flatMap(({ link_hosts }) => link_hosts.map((host) => host.split('.').at(-2)));
  return new RegExp(
    String.raw`\b(?:${schemes})://\S|(?:^|\s)(?:www\.)?(?:${[...new Set(sites)].join('|')})\.[a-z.]{2,6}/\S`,
    'i',
  );
}
