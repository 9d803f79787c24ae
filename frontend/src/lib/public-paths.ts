/** The pages that visitors may open without signing in; config/public_pages.py gives them a title and a description. */
const PUBLIC = /^\/(restaurants|restaurant\/[^/]+|blogs\/[^/]+)\/?$/;

export function isPublicPath(pathname: string): boolean {
  return PUBLIC.test(pathname);
}
