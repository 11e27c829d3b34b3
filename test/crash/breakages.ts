import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import { Database, Queries } from '@parley/statements'
import type { AuditAction } from '../../src/audit/audit-entry.js'
import { Audit, type AuditAct } from '../../src/audit/audit.js'
import { InstallationSettingTable } from '../../src/database/tables/installation-settings.js'
import { InvitationTable } from '../../src/database/tables/invitations.js'
import { PasswordLinkTable } from '../../src/database/tables/password-links.js'
import { PurgeTable } from '../../src/database/tables/purges.js'
import { RecoveryCodeTable } from '../../src/database/tables/second-factors.js'
import { PurgeStore } from '../../src/deletion/purge-store.js'
import { Purger } from '../../src/deletion/purger.js'
import { Idempotency } from '../../src/idempotency/idempotency.js'
import { DiskFileStore } from '../../src/ports/file-store/disk-file-store.js'
import type { Generation } from '../../src/replies/generation.js'
import { GenerationStore } from '../../src/replies/generation-store.js'
import { ReplyRecovery } from '../../src/replies/reply-recovery.js'
import { Sessions } from '../../src/sessions/sessions.js'
import { Allowance } from '../../src/usage/allowance.js'
import { addUsage } from '../../src/usage/usage-counts.js'
import { Invitations } from '../../src/users/invitations/invitations.js'
import { commitLate } from './writers/commit-late.js'
import type { Check } from './findings.js'

export interface Breakage {
  readonly name: string
  /** The checks that must detect it; others do not count. */
  readonly seenBy: readonly Check[]
  readonly apply: () => void
}

/**
 * Faults that a careless change could cause, one at a time. Their time windows are wide, so that a kill soon falls into
 * one.
 */
export const breakages: readonly Breakage[] = [
  { name: 'a write is answered before it is committed', seenBy: ['survives'], apply: commitLate },
  {
    name: 'an idempotency key is noted in a write of its own',
    seenBy: ['wholeOrNot', 'survives'],
    apply: noteKeysApart,
  },
  { name: 'a reply is written without its source', seenBy: ['replies'], apply: forgetSources },
  { name: 'a partial reply is kept as a whole one', seenBy: ['replies', 'recovers'], apply: () => takeOver(sealed) },
  { name: 'a reply runs again in the same attempt', seenBy: ['resumes', 'recovers'], apply: () => takeOver(unbegun) },
  { name: 'an interruption is not counted', seenBy: ['recovers', 'resumes'], apply: forgetInterruptions },
  { name: 'a deletion does not note what it leaves to do', seenBy: ['deleted'], apply: forgetPurges },
  { name: 'nobody finishes what a deletion left', seenBy: ['deleted'], apply: forgetPurger },
  { name: 'the file of an image is never removed', seenBy: ['consistent'], apply: forgetFiles },
  { name: 'nobody takes over what a crash left', seenBy: ['recovers'], apply: forgetRecovery },
  { name: 'a cut deletes one entry after the other', seenBy: ['wholeOrNot'], apply: cutOneByOne },
  { name: 'a reply is counted after its request was answered', seenBy: ['charged'], apply: countLate },
  { name: 'a session ends after its sign-out was answered', seenBy: ['sessions'], apply: signOutLate },
  { name: 'an act is recorded after it was answered', seenBy: ['acts'], apply: recordLate },
  { name: 'an invitation counts an account after it was made', seenBy: ['invited'], apply: countInvitedLate },
  {
    name: 'a password link ends after the password was set',
    seenBy: ['links'],
    apply: () => deleteLate(PasswordLinkTable),
  },
  {
    name: 'recovery codes are stored after their factor',
    seenBy: ['factors'],
    apply: () => insertLate(RecoveryCodeTable),
  },
  { name: 'a used recovery code is deleted later', seenBy: ['factors'], apply: () => deleteLate(RecoveryCodeTable) },
  {
    name: 'a policy is stored after it was answered',
    seenBy: ['policy'],
    apply: () => insertLate(InstallationSettingTable),
  },
]

function noteKeysApart(): void {
  const { once } = Idempotency.prototype
  const unknown = new Error('this key is new')
  Idempotency.prototype.once = async function (call, act) {
    try {
      return await once.call(this, call, () => Promise.reject(unknown))
    } catch (error) {
      if (error !== unknown) throw error
    }
    const made = await once.call(this, { ...call, key: undefined }, act)
    await pause(30)
    if (typeof call.key === 'string') await once.call(this, call, () => Promise.resolve(made.id))
    return made
  }
}

function forgetSources(): void {
  const { append } = EmbeddedChatLogStore.prototype
  EmbeddedChatLogStore.prototype.append = function (room, { source, ...entry }) {
    return append.call(this, room, source?.startsWith('key:') === true ? { ...entry, source } : entry)
  }
  const { endSealed } = GenerationStore.prototype
  GenerationStore.prototype.endSealed = async function (generation, entryIndex) {
    await pause(1_000)
    return endSealed.call(this, generation, entryIndex)
  }
}

function takeOver(disguised: (generation: Generation) => Generation): void {
  const { expired } = GenerationStore.prototype
  GenerationStore.prototype.expired = async function (scope) {
    return (await expired.call(this, scope)).map(disguised)
  }
}

function sealed(generation: Generation): Generation {
  return generation.text === '' ? generation : { ...generation, sealedAt: generation.createdAt }
}

function unbegun(generation: Generation): Generation {
  return generation.sealedAt === null ? { ...generation, status: 'QUEUED', text: '' } : generation
}

function forgetInterruptions(): void {
  const { claim } = GenerationStore.prototype
  GenerationStore.prototype.claim = function (expired, next) {
    return claim.call(this, expired, Object.assign(next, { interruptions: expired.interruptions }))
  }
}

function forgetPurges(): void {
  const { add } = PurgeStore.prototype
  PurgeStore.prototype.add = async function (db, wanted) {
    const lease = await add.call(this, db, wanted)
    await db.delete(PurgeTable, { lease: lease.name })
    return lease
  }
  purgeLate()
}

function forgetPurger(): void {
  Purger.prototype.start = () => undefined
  purgeLate()
}

function purgeLate(): void {
  const { attempt } = Purger.prototype
  Purger.prototype.attempt = async function (lease) {
    await pause(500)
    return attempt.call(this, lease)
  }
}

function forgetFiles(): void {
  DiskFileStore.prototype.delete = () => Promise.resolve()
}

function forgetRecovery(): void {
  ReplyRecovery.prototype.run = () => Promise.resolve()
}

function cutOneByOne(): void {
  const { truncate, remove } = EmbeddedChatLogStore.prototype
  EmbeddedChatLogStore.prototype.truncate = async function (room, from, guard) {
    const { entries } = await this.page(room, { limit: 100, newestFirst: true, after: from - 1 })
    for (const { index } of entries) {
      await remove.call(this, room, index)
      // one kill in a few falls between two of them
      await pause(400)
    }
    return truncate.call(this, room, from, guard)
  }
}

type Write = (db: Queries) => Promise<unknown>

/** Writes outside of the transactions of the requests, until so many milliseconds after them. */
function laterWrites(mostMs: number): (work: Write) => void {
  const { write } = Database.prototype
  let waiting: Write[] = []
  let run: ((work: Write) => Promise<unknown>) | undefined
  Database.prototype.write = function <T>(this: Database, work: (db: Queries) => Promise<T>): Promise<T> {
    const inWrite = <R>(act: (db: Queries) => Promise<R>) => write.call<Database, [typeof act], Promise<R>>(this, act)
    run ??= (later) => inWrite(later)
    return inWrite(work)
  }
  setInterval(() => {
    for (const work of waiting) void run?.(work)
    waiting = []
  }, mostMs)
  return (work) => void waiting.push(work)
}

function countLate(): void {
  const { admitMessage, refund } = Allowance.prototype
  const later = laterWrites(500)
  Allowance.prototype.admitMessage = async function (db, charge) {
    const now = Date.now()
    const terms = await admitMessage.call(this, db, charge)
    const { userId, model } = charge
    await refund.call(this, db, { userId, model }, now)
    later((own) => addUsage(own, { userId, model, now, measure: 'MESSAGES', amount: 1 }))
    return terms
  }
}

function signOutLate(): void {
  const { signOut } = Sessions.prototype
  Sessions.prototype.signOut = function (credential) {
    void pause(2_000).then(() => signOut.call(this, credential))
    return Promise.resolve(true)
  }
}

function recordLate(): void {
  const { record } = Audit.prototype
  const later = laterWrites(2_000)
  Audit.prototype.record = function <Action extends AuditAction>(
    this: Audit,
    _: Queries,
    caller: Parameters<Audit['record']>[1],
    act: AuditAct<Action>,
  ) {
    later((db) => record.call(this, db, caller, act))
    return Promise.resolve()
  }
}

function countInvitedLate(): void {
  const { redeem } = Invitations.prototype
  const later = laterWrites(2_000)
  Invitations.prototype.redeem = async function (db, token, email) {
    const invited = await redeem.call(this, db, token, email)
    const where = { tokenHash: hash('sha256', token) }
    const { uses } = await db.selectOneOrThrow(InvitationTable, where)
    await db.update(InvitationTable, where, { uses: uses - 1 })
    later(async (own) => {
      const now = await own.selectOne(InvitationTable, where)
      if (now) await own.update(InvitationTable, where, { uses: now.uses + 1 })
    })
    return invited
  }
}

/** The rows of one table are inserted later. */
function insertLate(late: object): void {
  const { insert } = Queries.prototype
  const later = laterWrites(2_000)
  Object.assign(Queries.prototype, {
    async insert(this: Queries, ...row: Parameters<Queries['insert']>) {
      if (row[0] === late) later((db) => insert.apply(db, row))
      else await insert.apply(this, row)
    },
  })
}

/** A row of one table is deleted later. */
function deleteLate(late: object): void {
  const { delete: remove } = Queries.prototype
  const later = laterWrites(2_000)
  Object.assign(Queries.prototype, {
    async delete(this: Queries, ...rows: Parameters<Queries['delete']>) {
      const isOne = rows[0] === late && (await this.count(...rows)) === 1
      if (isOne) later((db) => remove.apply(db, rows))
      return isOne ? 1 : remove.apply(this, rows)
    },
  })
}
