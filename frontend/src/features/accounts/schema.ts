import * as z from 'zod/mini';
import { ACCOUNTS } from './messages';

export const resyLoginSchema = z.object({
  email: z.email(ACCOUNTS.emailRequired),
  password: z.string().check(z.minLength(1, ACCOUNTS.passwordRequired)),
});
export type ResyLogin = z.infer<typeof resyLoginSchema>;
