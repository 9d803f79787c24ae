/** The sentences about a user that several features show. */
import { anyPlatform } from '@/entities/platform/platforms';
import { priceText } from '@/entities/plan/price-text';

/** The fields that describe a user, at sign-up and in the profile. The specification fixes their wording. */
export const USER_FIELDS = {
  emailInvalid: 'Must be valid email',
  firstName: 'First name is required!',
  lastName: 'Last name is required!',
  countryCode: 'Country Code is required',
  phone: 'Phone number must have exactly 10 digits.',
  uppercase: 'One uppercase character',
  lowercase: 'One lowercase character',
  digit: 'One number',
  special: 'One special character',
  length: 'Must be at least 8 characters in length',
  mismatch: "Passwords don't match",
} as const;

/** The banner for what is missing before a request. */
export const NEXT_STEP = {
  accountMissing: () =>
    `Connect your ${anyPlatform()} account so that we can book for you. The table will be in your name.`,
  connect: 'Connect an account',
  planMissing: () => `Choose a plan to book tables. ${priceText()}.`,
  trialMissing: () =>
    `Choose a plan to book tables. The first 10 days are free; then ${priceText()}.`,
  choosePlan: 'Choose a plan',
} as const;
