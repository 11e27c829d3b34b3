import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import { Database, type Queries } from '@parley/statements'
import { PurgeTable } from '../../src/database/tables/purges.js'
import { PurgeStore } from '../../src/deletion/purge-store.js'
import { Purger } from '../../src/deletion/purger.js'
import { Idempotency } from '../../src/idempotency/idempotency.js'
import { DiskImageStore } from '../../src/ports/image-store/disk-image-store.js'
import type { Generation } from '../../src/replies/generation.js'
import { GenerationStore } from '../../src/replies/generation-store.js'
import { ReplyRecovery } from '../../src/replies/reply-recovery.js'
import { Sessions } from '../../src/sessions/sessions.js'
import { Allowance } from '../../src/usage/allowance.js'
import { addUsage } from '../../src/usage/usage-counts.js'
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
  DiskImageStore.prototype.delete = () => Promise.resolve()
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

function countLate(): void {
  const { admitMessage, refund } = Allowance.prototype
  const { write } = Database.prototype
  interface Uncounted {
    readonly userId: number
    readonly model: string
    readonly now: number
  }
  let uncounted: Uncounted[] = []
  let count: ((each: Uncounted) => Promise<void>) | undefined
  Database.prototype.write = function <T>(this: Database, work: (db: Queries) => Promise<T>): Promise<T> {
    const inWrite = <R>(act: (db: Queries) => Promise<R>) => write.call<Database, [typeof act], Promise<R>>(this, act)
    count ??= (each) => inWrite((db) => addUsage(db, { ...each, measure: 'MESSAGES', amount: 1 }))
    return inWrite(work)
  }
  Allowance.prototype.admitMessage = async function (db, charge) {
    const now = Date.now()
    const terms = await admitMessage.call(this, db, charge)
    await refund.call(this, db, { userId: charge.userId, model: charge.model }, now)
    uncounted.push({ userId: charge.userId, model: charge.model, now })
    return terms
  }
  // outside of the transactions of the requests
  setInterval(() => {
    for (const each of uncounted) void count?.(each)
    uncounted = []
  }, 500)
}

function signOutLate(): void {
  const { signOut } = Sessions.prototype
  Sessions.prototype.signOut = function (credential) {
    void pause(2_000).then(() => signOut.call(this, credential))
    return Promise.resolve(true)
  }
}
