import { isolated } from '../../ui/text/isolated.js'

export const en = {
  signIn: 'Sign in',
  signUp: 'Create an account',
  email: 'E-mail address',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
  username: 'Name',
  usernameHint: 'Other people see it beside your characters.',
  eula: 'I agree to the terms of use of the operator of this server, if there are any.',
  privacy:
    'I agree that the operator of this server stores my account and my conversations, under its privacy policy if there is one.',
  eulaOf: (name: string): readonly [string, string, string] => [
    'I agree to the ',
    'terms of use',
    ` of ${isolated(name)}.`,
  ],
  privacyOf: [
    'I agree that the operator of this server stores my account and my conversations, under its ',
    'privacy policy',
    '.',
  ] as readonly [string, string, string],
  closed: 'This server accepts no new accounts. Write to its operator to get one.',
  inviteOnly: 'New accounts need an invitation. Ask the person who runs this server for a link.',
  invited: 'You are invited to create an account.',
  deadSetUp: 'This link does not work any more',
  deadSetUpHint:
    'It was used, has expired, or a newer link has replaced it. The person who runs this server gets another one there with: npm run admin -- setup-link',
  deadInvitation: 'This invitation does not work any more',
  deadInvitationHint: 'It was used, has expired or was withdrawn. Ask the person who sent it for another one.',
  approvalHint: 'An administrator approves each new account before it can be used.',
  waiting: 'Your account is created',
  waitingHint: 'An administrator has to approve it. After that you can sign in.',
  waitingMail: 'You get a mail then.',
  setUp: 'Set up this server',
  setUpHint: 'This link makes you its administrator. Create your account first.',
  domains: (list: string) => `An address at ${isolated(list)}. A code is sent to it.`,
  otherDomain: (list: string) => `New accounts need an address at ${isolated(list)}.`,
  proofSent: (email: string) => `A code was sent to ${isolated(email)}.`,
  hasAccount: 'Do you have an account?',
  why: {
    talk: 'Conversations are kept in an account: create one or sign in, and this one begins.',
    like: 'Likes belong to an account: create one or sign in, then like the character.',
    open: 'This page needs an account: sign in or create one, and it opens.',
  },
  code: 'Code from the message',
  noProof: (list: string) =>
    `New accounts need an address at ${isolated(list)}, and this server sends no mail to check it. Ask the person who runs it for an account.`,
  ended: {
    SIGNED_OUT: 'You are signed out.',
    EXPIRED: 'The session has ended. Sign in again to continue where you were.',
    BANNED: 'An administrator has banned this account. Write to the operator of this server to ask why.',
    DELETED: 'The account and everything that belonged to it is deleted.',
  },
  sendAgain: 'Send another code',
  back: 'Back',
}
