import { isolated } from '../../ui/text/isolated.js'

export const en = {
  signIn: 'Sign in',
  signUp: 'Create account',
  email: 'Email address',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
  username: 'Name',
  usernameHint: 'Other people see it beside your characters.',
  eula: 'I agree to the terms of use of this server, if there are any.',
  privacy:
    'I agree that the operator of this server stores my account and my chats, under its privacy policy if there is one.',
  eulaOf: (name: string): readonly [string, string, string] => [
    'I agree to the ',
    'terms of use',
    ` of ${isolated(name)}.`,
  ],
  privacyOf: [
    'I agree that the operator of this server stores my account and my chats, under its ',
    'privacy policy',
    '.',
  ] as readonly [string, string, string],
  closed: 'This server is not accepting new accounts. Ask its operator for one.',
  inviteOnly: 'New accounts need an invitation. Ask the person who runs this server for a link.',
  invited: 'You are invited to create an account.',
  deadSetUp: 'This link no longer works',
  deadSetUpHint:
    'It has been used, has expired, or was replaced by a newer link. The person who runs this server can create another one with: npm run admin -- setup-link',
  deadInvitation: 'This invitation no longer works',
  deadInvitationHint: 'It was used, has expired or was withdrawn. Ask the person who sent it for another one.',
  approvalHint: 'An administrator approves each new account before it can be used.',
  waiting: 'Your account is created',
  waitingHint: 'An administrator has to approve it. After that you can sign in.',
  waitingMail: 'You will get an email.',
  setUp: 'Set up this server',
  setUpHint: 'This link makes you its administrator. Create your account first.',
  domains: (list: string) => `An address at ${isolated(list)}. A code is sent to it.`,
  otherDomain: (list: string) => `New accounts need an address at ${isolated(list)}.`,
  proofSent: (email: string) => `A code was sent to ${isolated(email)}.`,
  hasAccount: 'Already have an account?',
  why: {
    talk: 'You need an account to chat. Create one or sign in, and the chat begins.',
    like: 'Sign in or create an account to like this character.',
    open: 'Sign in or create an account to open this page.',
  },
  code: 'Code from the email',
  noProof: (list: string) =>
    `New accounts need an address at ${isolated(list)}, and this server does not send email to check it. Ask the person who runs it for an account.`,
  ended: {
    SIGNED_OUT: 'You are signed out.',
    EXPIRED: 'Your session has ended. Sign in again to continue where you left off.',
    BANNED: 'An administrator has banned this account. Ask the person who runs this server why.',
    DELETED: 'Your account and everything in it has been deleted.',
  },
  sendAgain: 'Send another code',
  back: 'Back',
}
