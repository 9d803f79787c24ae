/** The drawing on pages without content: an empty plate. */
export function EmptyPlate() {
  return (
    <svg className="empty-plate" viewBox="0 0 240 150" aria-hidden="true">
      <g fill="none" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="120" cy="75" r="64" />
        <circle cx="120" cy="75" r="44" />
        <path d="M20 24v26q0 11 9 11t9-11V24M29 24v102" />
        <path d="M212 126V24c-14 8-18 34-13 56h13" />
      </g>
    </svg>
  );
}
