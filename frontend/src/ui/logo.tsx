/** The mark and the name. Place it in a link to `/`. */
export function Logo() {
  return (
    <>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle className="logo-line" cx="16" cy="17" r="13" fill="none" strokeWidth="2.4" />
        <circle className="logo-eye" cx="16" cy="17.5" r="7" />
        <circle className="logo-fill" cx="16" cy="17.5" r="2.6" />
        <path
          className="logo-fill"
          d="M1.6 6.2 16.4 11.6c5 1.8 9.2 1.5 14-.8-2.3 4.6-7.8 6.6-13.4 5C10.6 14 5.2 11 1.6 6.2z"
        />
      </svg>
      Tablehawk
    </>
  );
}
