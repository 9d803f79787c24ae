/** Who runs this deployment and how to reach them: the server writes both into the page (platform/config/pages.py). */
export type Operator = { name: string; contact: string };

export function readOperator(): Operator {
  return {
    name: metaContent('operator') ?? window.location.hostname,
    contact: metaContent('contact') ?? `support@${window.location.hostname}`,
  };
}

/** Null if the page has no such element, or its mark was not replaced: the page comes from Vite's server. */
function metaContent(name: string): string | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return content === '' || content.startsWith('{') ? null : content;
}
