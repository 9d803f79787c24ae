/** The code of the options. An edit shows them at once, so its route loads them beside the request. */
import { lazyCode } from '@/ui/lazy-component';

export const formOptions = lazyCode(
  async () => (await import('@/features/request-form/form-options')).FormOptions,
);
