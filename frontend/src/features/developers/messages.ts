/** The texts of the frame of /developers. The reference itself is in platform/config/templates/developers. */
export const DEVELOPERS = {
  title: 'For programmers · Tablehawk',
  description:
    'API keys, OAuth, MCP, webhooks, a Python client and a command line: let your programs find and book restaurant tables.',
  skip: 'Skip to content',
  logIn: 'Log in',
  legal: 'Legal',
  terms: 'Terms',
  privacy: 'Privacy',
} as const;
