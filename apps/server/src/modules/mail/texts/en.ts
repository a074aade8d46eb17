import type { MailTexts } from './mail-texts.ts';

export const en: MailTexts = {
  greetingNamed: 'Hello {name},',
  greeting: 'Hello,',
  signup_code: {
    subject: 'Your {brand} verification code',
    lead: 'Enter this code to finish creating your {brand} account:',
    expires: 'The code is valid for {minutes} minutes and works once.',
    ignore:
      'If you did not request it, you can ignore this email. Never share the code with anyone; we will never ask you for it.',
  },
  account_exists: {
    subject: 'You already have a {brand} account',
    lead: 'Someone, probably you, asked for a verification code to create a {brand} account with this email address. An account with this address already exists.',
    advice:
      'Please sign in with it. If you have forgotten your password, choose “Forgot password” on the sign-in page.',
    ignore: 'If it was not you, nothing has changed and you do not need to do anything.',
  },
  reset_link: {
    subject: 'Reset your {brand} password',
    lead: 'Someone, probably you, asked to reset the password and security PIN of your {brand} account.',
    button: 'Choose a new password and PIN',
    expires: 'The link is valid for {minutes} minutes and works once.',
    ignore: 'If it was not you, ignore this mail: your password and PIN stay as they are.',
  },
  password_changed: {
    subject: 'Your {brand} password and PIN were changed',
    lead: 'The password and security PIN of your {brand} account were changed on {at}.',
    sessions: 'All devices were signed out. Please sign in again with the new password.',
    hold: 'For your safety nothing can leave the account before {until}: no withdrawal, and no new withdrawal address.',
  },
  new_password: {
    subject: 'Your {brand} password was changed',
    lead: 'The password of your {brand} account was changed on {at}.',
    sessions: 'All other devices were signed out.',
  },
  new_pin: {
    subject: 'Your {brand} security PIN was changed',
    lead: 'The security PIN of your {brand} account was changed on {at}.',
    sessions: 'All other devices were signed out.',
  },
  freeze: {
    lead: 'If it was not you, freeze the account at once. Then nobody can sign in or move anything; write to {support}, and we will open it again with you.',
    button: 'Freeze my account',
    note: 'The link needs no sign-in and works for {days} days.',
  },
  new_sign_in: {
    subject: 'New sign-in to your {brand} account',
    lead: 'Your {brand} account was used on a device that we had not seen before.',
    device: 'Device: {device}',
    time: 'Time: {at}',
    unknownDevice: 'unknown',
    ignore:
      'If it was you, you do not need to do anything. If not, reset your password now with “Forgot password” and contact {support}.',
  },
  sign_in_locked: {
    subject: 'Sign-in to your {brand} account is paused',
    lead: 'On {at} there were too many wrong passwords for your {brand} account. For a while nobody can sign in from a device that we do not know.',
    advice:
      'A device on which you were signed in before still takes the right password. If the tries were not yours, you need not do anything: nobody got in.',
  },
  pin_locked: {
    subject: 'The security PIN of your {brand} account is locked',
    lead: 'On {at} there were too many wrong PINs in your {brand} account. For a while no PIN is taken, not even the right one.',
  },
  withdrawal_code: {
    subject: 'Your {brand} code for a withdrawal address',
    lead: 'This withdrawal address for {coin} on {network} shall be saved in your {brand} account:',
    compare:
      'Compare it with the address that you mean. If it is another one, do not use the code. The code is good for this address alone:',
    expires: 'The code is valid for {minutes} minutes and works once.',
    ignore:
      'If it was not you, someone knows your password and PIN: change both now and contact {support}. Never share the code with anyone.',
  },
  withdrawal_address: {
    subject: 'A withdrawal address of your {brand} account was saved',
    lead: 'On {at} this address was saved for withdrawals of {coin} on {network}:',
    hold: 'It can be used from {from}. Nothing is sent to it before then.',
  },
  footer: 'This is an automatic message from {brand}. Questions? Write to {support}.',
};
