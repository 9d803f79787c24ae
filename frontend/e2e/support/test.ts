/** `test` with what every journey needs: the inventory, users of its own, restaurants of its own. */
import { request as http, test as base, type APIRequestContext, type Page } from '@playwright/test';
import { Inventory } from './inventory';
import { TestUser, type Plan } from './users';
import { Restaurants } from './restaurants';

export { expect } from '@playwright/test';

/** The users of one test, whose accounts are closed after it. */
class Cast {
  private readonly people: TestUser[] = [];

  constructor(private readonly api: APIRequestContext) {}

  /** Signed up and nothing else. */
  async newcomer(name: string): Promise<TestUser> {
    return this.keep(await TestUser.signUp(this.api, name));
  }

  /** With a Resy account and a plan. */
  async diner(name: string, plan: Plan): Promise<TestUser> {
    const person = await this.newcomer(name);
    await person.connectResy();
    await person.subscribe(plan);
    return person;
  }

  /** The user who signed up on the page. */
  async signedUpOn(page: Page, email: string): Promise<TestUser> {
    return this.keep(await TestUser.signedUpOn(page, this.api, email));
  }

  async leave(): Promise<void> {
    for (const person of this.people) await person.leave();
  }

  private keep(person: TestUser): TestUser {
    this.people.push(person);
    return person;
  }
}

type Fixtures = { inventory: Inventory; cast: Cast };
type WorkerFixtures = { town: Restaurants };

export const test = base.extend<Fixtures, WorkerFixtures>({
  inventory: async ({ request }, give) => {
    await give(new Inventory(request));
  },
  cast: async ({ request }, give) => {
    const cast = new Cast(request);
    await give(cast);
    await cast.leave();
  },
  town: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, give, { config, parallelIndex, project }) => {
      const { baseURL } = project.use;
      const api = await http.newContext(baseURL === undefined ? {} : { baseURL });
      await give(await Restaurants.visit(api, { index: parallelIndex, count: config.workers }));
      await api.dispose();
    },
    { scope: 'worker' },
  ],
});
