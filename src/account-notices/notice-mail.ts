import { mailForms } from '../mail-forms.js'
import type { Mail } from '../ports/mailer/mailer.js'
import type { AccountNotice, NoticeKind } from './account-notice.js'

const events: Readonly<Record<NoticeKind, { readonly subject: string; readonly event: string }>> = {
  address_changed: {
    subject: 'the e-mail address of your account was changed',
    event: 'The e-mail address of your account was changed. Its mail now goes to another address.',
  },
  password_changed: {
    subject: 'the password of your account was changed',
    event: 'The password of your account was changed. All of its sessions and API keys have ended.',
  },
  api_key_created: {
    subject: 'your account has a new API key',
    event: 'An API key of your account was created. A program that has it can use the account at /v1.',
  },
  identity_added: {
    subject: 'your account has a new way to sign in',
    event: 'A sign-in with another service was added to your account. It opens the account without the password.',
  },
}

const wayBack =
  'If it was not you, open this link and choose a new password. It gives the account back to this address, and ends every session, every API key and every sign-in with another service:'
const noWayBack =
  'If it was not you, set a new password ("Forgot the password?" where you sign in). If this address no longer opens the account, contact the operator of the service.'

/**
 * The mail of a notice. It has no text of a person or a client, since a thief could write to the owner by it, and no key
 * and no token but its own link.
 */
export function noticeMail(notice: AccountNotice, link: string | undefined): Mail {
  const { subject: about, event } = events[notice.kind]
  const subject = `Parley: ${about}`
  const when = `${new Date(notice.occurredAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const network = notice.network === '' ? '' : `, in the network ${notice.network}`
  const origin = `It happened at ${when}, from ${notice.client}${network}.`
  const fine = 'If it was you, there is nothing to do.'
  const help =
    link === undefined || notice.linkUntil === null
      ? [noWayBack]
      : [
          wayBack,
          { link, words: 'Restore the account' },
          `The link works once, until ${new Date(notice.linkUntil).toISOString().slice(0, 10)} (UTC). Do not share it.`,
        ]
  return { to: notice.email, subject, ...mailForms(subject, [event, origin, fine, ...help]) }
}
