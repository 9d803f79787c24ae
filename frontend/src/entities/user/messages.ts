/** The sentences of the fields that describe a user, at sign-up and in the profile. The specification fixes their wording. */
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
