/** What is wrong with a platform, in the server's words: why its requests do not progress. */
import type { Source } from '@/api/reservation-types';
import { Banner } from '@/ui/banner';
import { splitLead } from './warnings';

export function ListSources({ sources }: { sources: readonly Source[] }) {
  return sources.map(({ platform, reason_text }) => {
    if (reason_text === null) return null;
    const { lead, rest } = splitLead(reason_text);
    return (
      <Banner key={platform}>
        <b>{lead}</b> {rest}
      </Banner>
    );
  });
}
