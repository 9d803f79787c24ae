/** Every sentence of sign-up and login. Those in the specification stand there word for word. */
export const AUTH = {
  emailInvalid: 'Must be valid email',
  passwordRequired: 'Password is required',
  loggedIn: 'Successfully logged in',
  noAccount: 'You need to connect an account',
  loginFailed: 'Login failed',
  checkFailed: 'Error checking account status',
  resetSent: 'Password reset instructions have been sent to your email.',

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
  terms: 'You must accept Terms and conditions',
  invited: 'Filled in from your invitation link.',
} as const;
