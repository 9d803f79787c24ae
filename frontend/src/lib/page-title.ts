/** The head of a page with a fixed title, for its route. */
export const titled = (title: string) => () => ({ meta: [{ title: `${title} · Tablehawk` }] });
