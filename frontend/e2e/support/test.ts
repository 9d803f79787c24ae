/** `test` with what every journey needs: the inventory, users of its own, restaurants of its own. */
import { join } from 'node:path';
import { request as http, test as base, type APIRequestContext, type Page } from '@playwright/test';
import { Inventory } from './inventory';
import { TestUser, type Plan } from './users';
import { RestaurantPool } from './restaurants';

export { expect } from '@playwright/test';

/** The users of one test, whose accounts are closed after it. */
class Users {
  private readonly created: TestUser[] = [];

  constructor(private readonly api: APIRequestContext) {}

  /** Signed up and nothing else. */
  async signUp(name: string): Promise<TestUser> {
    return this.keep(await TestUser.signUp(this.api, name));
  }

  /** With a Resy account and a plan. */
  async withPlan(name: string, plan: Plan): Promise<TestUser> {
    const user = await this.signUp(name);
    await user.connectResy();
    await user.subscribe(plan);
    return user;
  }

  /** The user who signed up on the page. */
  async signedUpOn(page: Page, email: string): Promise<TestUser> {
    return this.keep(await TestUser.signedUpOn(page, this.api, email));
  }

  async closeAccounts(): Promise<void> {
    for (const user of this.created) await user.closeAccount();
  }

  private keep(user: TestUser): TestUser {
    this.created.push(user);
    return user;
  }
}

type Fixtures = {
  inventory: Inventory;
  users: Users;
  /** Whether a booked ticket takes the screen. Most journeys read the page behind it. */
  takesScreen: boolean;
};
type WorkerFixtures = { restaurants: RestaurantPool };

export const test = base.extend<Fixtures, WorkerFixtures>({
  takesScreen: [false, { option: true }],
  context: async ({ context, takesScreen }, provide) => {
    if (!takesScreen) {
      await context.addInitScript(() => {
        localStorage.setItem('booked-screen', 'off');
      });
    }
    await provide(context);
  },
  inventory: async ({ request }, provide) => {
    await provide(new Inventory(request));
  },
  users: async ({ request }, provide) => {
    const users = new Users(request);
    await provide(users);
    await users.closeAccounts();
  },
  restaurants: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, provide, { project }) => {
      const { baseURL } = project.use;
      const api = await http.newContext(baseURL === undefined ? {} : { baseURL });
      await provide(await RestaurantPool.load(api, join(project.outputDir, 'restaurants')));
      await api.dispose();
    },
    { scope: 'worker' },
  ],
});
