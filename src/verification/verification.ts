import { setImmediate } from 'node:timers/promises'
import { AppError, type FaultRule } from '@parley/runtime'
import { type Database, type Queries, retryOnUniqueViolation } from '@parley/statements'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { Mailer } from '../ports/mailer/mailer.js'
import type { Writer } from '../rate-limits/guest-limits.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { Admission } from '../users/admission.js'
import type { Caller } from '../users/caller.js'
import type { Mailboxes } from '../users/mailboxes.js'
import type { PasswordResets } from '../users/password-resets.js'
import type { User } from '../users/user.js'
import type { AddressProofs } from './address-proofs.js'
import { isCode, newCode } from './code-digest.js'
import type { CodeStore, Outcome } from './code-store.js'
import { type VerificationCode, type VerificationType, verificationTypes } from './verification-code.js'
import type { Language } from '../languages.js'
import { resetLinkMail, verificationMail } from './verification-mail.js'

interface CodeAnswer {
  readonly email: string
  readonly code: string
  /** Absent: any purpose for which the address has a code. */
  readonly verificationType?: VerificationType | null | undefined
}

export interface Verified {
  readonly verificationType: VerificationType
  /** Only for `password_reset`: the token for the mutation `resetPassword`. */
  readonly resetToken: string | null
  /** Only for `register`, unless `account` is set: the token for the registration of an account with the address. */
  readonly registrationToken: string | null
  /** Only for `register`: the account of the caller, if it has the address, which is verified now. */
  readonly account: User | null
}

interface Addressed {
  /** Undefined: no mail is sent. */
  readonly to: string | undefined
  /** Of the account: see `AccountNotices`. */
  readonly wayBackUntil: number | undefined
}

/** E-mail verification codes (docs/contract/verification.md). No answer reveals whether an address has an account. */
export class Verification {
  /** Mails in flight whose request is already answered. */
  readonly #sendingMails = new Set<Promise<unknown>>()

  constructor(
    private readonly options: {
      readonly database: Database
      readonly mailboxes: Mailboxes
      readonly passwordResets: PasswordResets
      readonly proofs: AddressProofs
      readonly admission: Pick<Admission, 'mayRegister' | 'requirePasswords'>
      readonly notices: Pick<AccountNotices, 'wayBackUntil'>
      readonly codes: CodeStore
      readonly mailer: Mailer
      readonly rateLimits: RateLimits
      /** The address of the chat page, which has the form for a new password. */
      readonly publicUrl: string
      /** The name of the installation. */
      readonly senderName: () => Promise<string>
    },
  ) {}

  /**
   * Sends a code and returns when it expires (epoch milliseconds). The mail is in `language`. A `register` mail is sent to
   * the given address, whether or not an account exists; where it could not be registered, only to that of an account. A
   * reset mail is sent only to the mailbox of an account; without one the answer is the same. After too many wrong codes a
   * reset mail has a link instead, and there is no `register` mail. Needs no credential. Throws BAD_USER_INPUT for an
   * address without a possible mailbox, and with `locked_verification_code`, RATE_LIMITED within 30 s of the last code for
   * the same address and purpose, after too many requests or mails and after too many wrong `register` codes in a day,
   * FORBIDDEN for a reset where passwords are switched off, INTERNAL_SERVER_ERROR when the mail cannot be delivered.
   */
  async send(
    { email, verificationType: type }: { readonly email: string; readonly verificationType: VerificationType },
    { ipAddress, language }: { readonly ipAddress: string | null; readonly language: Language },
  ): Promise<{ readonly expiresAt: number }> {
    const { database, mailboxes, notices, codes, rateLimits } = this.options
    const typed = mailboxes.at(email)
    if (!typed) throw refused('email', 'format', 'No mail can be sent to this address')
    const payer = { ipAddress, account: typed.untagged }
    await rateLimits.charge('send', payer)
    if (type === 'password_reset') await this.options.admission.requirePasswords()
    // otherwise a `register` code only verifies an account that exists
    const mayRegister = type === 'register' && (await this.options.admission.mayRegister(email))
    if (type === 'register') await this.#requireTries(email, null)
    await rateLimits.charge('mail', payer)
    // a reset has a mail only for an account, so that the bounds of mailboxes suffice: no client can use up those of others
    if (mayRegister) await rateLimits.chargeAll('mail')
    const isLink = type === 'password_reset' && (await this.#isLinkOnly(email))
    const code = newCode()
    const issue = () =>
      database.write(async (db) => {
        // registration proves the given mailbox, and the recipient must not reveal whether an account exists
        const account = mayRegister ? undefined : (await mailboxes.holderOf(db, typed))?.account
        const to = mayRegister ? email : account?.email
        const wayBackUntil = account && (await notices.wayBackUntil(db, account))
        const addressee = { ...typed, type, ...(to === undefined ? {} : { email: to }) }
        return {
          to,
          wayBackUntil,
          expiresAt: await codes.issue(db, addressee, to === undefined || isLink ? undefined : code),
        }
      })
    const { expiresAt, ...addressed } = await retryOnUniqueViolation(issue)
    const deliver = () =>
      isLink ? this.#deliverLink(email, language) : this.#deliver(addressed, { type, code, language })
    if (mayRegister) await deliver()
    else await this.#deliverUnseen(deliver)
    return { expiresAt }
  }

  /**
   * Uses up a code. A `register` code verifies the address of the caller's own account; otherwise it returns a token for
   * a registration within 30 minutes, and changes no account. A `password_reset` code returns a token for a new
   * password. Needs no credential. Throws BAD_USER_INPUT with
   * `expired_verification_code`, `invalid_verification_code`, `not_found_verification_code` or, after too many wrong codes
   * in a row, `locked_verification_code`; RATE_LIMITED after too many tries, or too many wrong ones in a day.
   */
  async verify({ email, code, verificationType }: CodeAnswer, { caller, ipAddress }: Writer): Promise<Verified> {
    const { database, mailboxes, codes, rateLimits } = this.options
    await rateLimits.charge('verify', { ipAddress, account: email })
    if (!isCode(code)) throw refusals.invalid()
    const mailbox = mailboxes.at(email)
    if (!mailbox) throw refusals.not_found()
    await this.#requireTries(email, ipAddress)
    const address = { emailKey: mailbox.emailKey, types: verificationType ? [verificationType] : verificationTypes }
    // returned instead of thrown, so that the transaction with the counted try commits
    const outcome = await database.write(async (db): Promise<Verified | Exclude<Outcome['kind'], 'match'>> => {
      const tried = await codes.check(db, address, code)
      if (tried.kind !== 'match') return tried.kind
      await rateLimits.endRow(db, 'wrongCode', email)
      return this.#grant(db, tried.record, caller)
    })
    // a guess; without a code that could have been right there is none
    if (outcome === 'invalid') await rateLimits.charge('wrongCode', { ipAddress, account: email })
    if (typeof outcome === 'string') throw refusals[outcome]()
    return outcome
  }

  /** Resolves when no such mail is in flight. */
  async idle(): Promise<void> {
    await Promise.all(this.#sendingMails)
  }

  /**
   * Applies a match for the owner of the mailbox that received the code. It proves the address for no other account than
   * the caller's.
   */
  async #grant(db: Queries, record: VerificationCode, caller: Caller): Promise<Verified | 'not_found'> {
    const { mailboxes, passwordResets, proofs } = this.options
    const granted = { verificationType: record.type, resetToken: null, registrationToken: null, account: null }
    const holder = await mailboxes.holderOf(db, record, { lock: true })
    const own = holder?.hasMailbox ? holder.account : undefined
    if (record.type === 'password_reset') {
      // the account was deleted, or its address was changed
      if (!own) return 'not_found'
      return { ...granted, resetToken: await passwordResets.open(db, own) }
    }
    if (own && caller.kind === 'user' && !caller.key && caller.id === own.id)
      return { ...granted, account: await mailboxes.prove(db, own) }
    return { ...granted, registrationToken: await proofs.add(db, record) }
  }

  /** Throws when no code of this address can be tried. */
  async #requireTries(email: string, ipAddress: string | null): Promise<void> {
    const { rateLimits } = this.options
    if (await rateLimits.isSpent('wrongCode', 'inARow', email)) throw refusals.locked()
    await rateLimits.requireLeft('wrongCode', { ipAddress, account: email })
  }

  async #isLinkOnly(email: string): Promise<boolean> {
    const { rateLimits } = this.options
    return (
      (await rateLimits.isSpent('wrongCode', 'inARow', email)) || rateLimits.isSpent('wrongCode', 'perAccount', email)
    )
  }

  async #deliverLink(email: string, language: Language): Promise<void> {
    const { database, mailboxes, notices, mailer, passwordResets, publicUrl, senderName } = this.options
    const sender = await senderName()
    const mail = await database.write(async (db) => {
      const account = (await mailboxes.holderOf(db, { email }, { lock: true }))?.account
      if (!account) return undefined
      const token = await passwordResets.open(db, account, { isLink: true })
      // behind the hash, which no server and no log receives
      const url = `${publicUrl}/#/reset-password?token=${token}`
      const wayBackUntil = await notices.wayBackUntil(db, account)
      return resetLinkMail({ to: account.email, sender, wayBackUntil, language }, url)
    })
    if (mail) await mailer.send(mail)
  }

  async #deliver(
    { to, wayBackUntil }: Addressed,
    { type, code, language }: { readonly type: VerificationType; readonly code: string; readonly language: Language },
  ): Promise<void> {
    const { mailer, senderName } = this.options
    if (to === undefined) return
    await mailer.send(verificationMail({ to, sender: await senderName(), wayBackUntil, language }, type, code))
  }

  /** Answers without waiting for the delivery, so that the answer is the same when no mail is sent. */
  async #deliverUnseen(deliver: () => Promise<void>): Promise<void> {
    await this.options.mailer.check()
    // after the answer, since composing a mail takes time too
    const sending = setImmediate().then(deliver)
    // the mailer logs failures, and no answer may reveal them
    const sent = Promise.allSettled([sending]).finally(() => this.#sendingMails.delete(sent))
    this.#sendingMails.add(sent)
  }
}

const refusals = {
  invalid: () => refused('code', 'invalid_verification_code', 'This code is not the one that was sent'),
  expired: () => refused('code', 'expired_verification_code', 'This code has expired'),
  locked: () =>
    refused('code', 'locked_verification_code', 'Too many wrong codes in a row: a reset mail has a link now'),
  not_found: () => refused('code', 'not_found_verification_code', 'There is no code for this address'),
}

function refused(key: string, rule: FaultRule, message: string): AppError {
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['input', key], rule, message }] })
}
