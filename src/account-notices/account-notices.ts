import { randomBytes } from 'node:crypto'
import type { Logger } from '@parley/runtime'
import { atMost, type Database, moreThan, type Queries } from '@parley/statements'
import { AccountNoticeTable } from '../database/tables/account-notices.js'
import type { Mailer } from '../ports/mailer/mailer.js'
import type { Mailboxes } from '../users/mailboxes.js'
import type { User } from '../users/user.js'
import type { AccountNotice, NoticeKind } from './account-notice.js'
import { originWords, type ChangeOrigin, type OriginWords } from './client-words.js'
import type { NoticeLinks } from './notice-link.js'
import { noticeMail } from './notice-mail.js'

interface Change {
  /** As it was before the change. */
  readonly account: Pick<User, 'id' | 'email' | 'emailVerified'>
  readonly kind: NoticeKind
  /** The client, or its words where they were stored. */
  readonly origin: ChangeOrigin | OriginWords
  /** Whether the mail to a proved address offers the way back. Default true. */
  readonly hasLink?: boolean
}

const dayMs = 24 * 60 * 60 * 1_000
/** How long a link works. The sweep deletes its row then. */
const noticeLifetimeMs = 7 * dayMs
/** Mails of one kind in a day: a link of an earlier one works all the same. */
const mailsOfAccount = 3
/** The same for one mailbox whose owner has not proved it, over all accounts that claim it. */
const mailsOfMailbox = 10
/** The pause after the first try, which doubles up to the longest: the last of 12 tries is a day after the first. */
const firstPauseMs = 60_000
const longestPauseMs = 4 * 60 * 60 * 1_000
const mostAttempts = 12
const atOnce = 5

/**
 * Mails to the owner of an account about changes by which a thief would keep it. They are stored with the change and sent
 * after it, so that no slow or broken mail server delays or prevents one (docs/decisions/0116-notices-to-owners.md).
 */
export class AccountNotices {
  #isWanted = false
  #running: Promise<void> | undefined

  constructor(
    private readonly options: {
      readonly database: Database
      readonly mailer: Mailer
      readonly links: NoticeLinks
      readonly mailboxes: Pick<Mailboxes, 'at'>
      /** The name of the installation. */
      readonly senderName: () => Promise<string>
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Stores a notice in the transaction of its change; call `deliver` after the commit. A mailbox that was never proved
   * gets no link, since it can be that of another person. Beyond the bounds of a day nothing is stored.
   */
  async add(db: Queries, { account, kind, origin, hasLink = true }: Change): Promise<void> {
    const { mailboxes, clock, log } = this.options
    const { id: userId, email } = account
    const mailbox = mailboxes.at(email)?.untagged
    if (mailbox === undefined) return
    const now = clock()
    const linkUntil = hasLink && account.emailVerified ? now + noticeLifetimeMs : null
    const isBounded = await this.#isBounded(db, { userId, kind, mailbox, linkUntil })
    log.info({ userId, kind, isBounded }, 'account_notice.recorded')
    if (isBounded) return
    await db.insert(AccountNoticeTable, {
      userId,
      kind,
      email,
      mailbox,
      ...('client' in origin ? origin : originWords(origin)),
      occurredAt: now,
      nonce: randomBytes(16).toString('base64url'),
      linkUntil,
      nextAttemptAt: now,
    })
  }

  /** Until when the owner of another mailbox can restore this account by a link; undefined without such a link. */
  async wayBackUntil(db: Queries, { id: userId, email }: Pick<User, 'id' | 'email'>): Promise<number | undefined> {
    const keyOf = (address: string) => this.options.mailboxes.at(address)?.emailKey
    const open = { userId, linkUntil: moreThan(this.options.clock()) }
    const notices = await db.select(AccountNoticeTable, open, { columns: ['email', 'linkUntil'] })
    const until = notices.flatMap((one) => (keyOf(one.email) === keyOf(email) ? [] : (one.linkUntil ?? [])))
    return until.length === 0 ? undefined : Math.max(...until)
  }

  /** What a notice will say about a client. */
  originOf(origin: ChangeOrigin): OriginWords {
    return originWords(origin)
  }

  /** Sends what is stored, in the background. */
  deliver(): void {
    this.#isWanted = true
    this.#running ??= this.#deliverAll().finally(() => {
      this.#running = undefined
    })
  }

  /** Sends the mails that are due, of all instances. Throws when the database fails. */
  async round(): Promise<void> {
    for (;;) {
      const { database, clock } = this.options
      const due = { nextAttemptAt: atMost(clock()) }
      const page = { orderBy: { nextAttemptAt: 'asc' }, limit: atOnce } as const
      const found = await database.read((db) => db.select(AccountNoticeTable, due, page))
      if (found.length === 0) return
      await Promise.all(found.map((notice) => this.#attempt(notice)))
    }
  }

  /** Resolves when no mail is in flight. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #deliverAll(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false
      // a later round tries again
      await this.round().catch((err: unknown) => this.options.log.warn({ err }, 'account_notices.deferred'))
    }
  }

  async #attempt(notice: AccountNotice): Promise<void> {
    const { database, mailer, links, senderName, clock, log } = this.options
    const { id, nextAttemptAt } = notice
    const attempts = notice.attempts + 1
    const pauseMs = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
    // written before the try: of two instances one sends it, and a crash delays it
    const claim = { attempts, nextAttemptAt: attempts < mostAttempts ? clock() + pauseMs : null }
    const isClaimed = await database.write(
      async (db) => (await db.update(AccountNoticeTable, { id, nextAttemptAt }, claim)) === 1,
    )
    if (!isClaimed) return
    try {
      const link = notice.linkUntil === null ? undefined : links.urlOf(notice)
      await mailer.send(noticeMail(notice, { sender: await senderName(), link }))
    } catch {
      // the mailer has logged the reason
      log.warn(
        { noticeId: id, userId: notice.userId, attempts, isLast: claim.nextAttemptAt === null },
        'account_notice.deferred',
      )
      return
    }
    await database.write((db) => db.update(AccountNoticeTable, { id }, { nextAttemptAt: null }))
  }

  async #isBounded(
    db: Queries,
    { userId, kind, mailbox, linkUntil }: Pick<AccountNotice, 'userId' | 'kind' | 'mailbox' | 'linkUntil'>,
  ): Promise<boolean> {
    const now = this.options.clock()
    const recent = { kind, mailbox, occurredAt: moreThan(now - dayMs) }
    const own = { ...recent, userId, linkUntil: linkUntil === null ? null : moreThan(now) }
    if ((await db.count(AccountNoticeTable, own)) >= mailsOfAccount) return true
    // mails with a link are counted for their account alone: no other account can use their bound up
    return linkUntil === null && (await db.count(AccountNoticeTable, { ...recent, linkUntil: null })) >= mailsOfMailbox
  }
}
