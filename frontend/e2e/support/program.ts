/** A program with an API key, which calls the tools of /mcp. */
import { expect, type APIRequestContext } from '@playwright/test';

type Answer = {
  next_step: string;
  data?: { mandate: { id: number; state: string; tables_left: number }; page: string };
  error?: { code: string; message: string };
};

export class Program {
  constructor(
    private readonly api: APIRequestContext,
    private readonly key: string,
  ) {}

  async call(name: string, args: object): Promise<Answer> {
    const answer = await this.api.post('/mcp', {
      headers: {
        Authorization: `Bearer ${this.key}`,
        Accept: 'application/json, text/event-stream',
      },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    const { result } = (await answer.json()) as { result: { structuredContent: Answer } };
    return result.structuredContent;
  }
}
