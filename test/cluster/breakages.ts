import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import { scripts } from '@parley/redis-queue'
import { QueuedReplyGenerator } from '../../ai-workers/shared-queue/queued-reply-generator.js'
import { Idempotency } from '../../src/idempotency/idempotency.js'
import { RedisEventBus } from '../../src/ports/event-bus/redis-event-bus.js'
import { GenerationStore } from '../../src/replies/generation-store.js'
import { ReplyRecovery } from '../../src/replies/reply-recovery.js'
import { cancelTopic } from '../../src/replies/running-replies.js'
import type { Check } from './findings.js'

export interface Breakage {
  readonly name: string
  /** The check that must detect it; others do not count. */
  readonly seenBy: Check
  /** A part of the names of the failures that reveal it. */
  readonly revealedBy: string
  readonly apply: () => void
}

/** Faults that a careless change could cause, one for each kind of failure. Their time windows are wide. */
export const breakages: readonly Breakage[] = [
  { name: 'a repeated request is another message', seenBy: 'once', revealedBy: 'the proxy', apply: forgetKeys },
  {
    name: 'a reply is written without its source',
    seenBy: 'once',
    revealedBy: 'instance is killed',
    apply: forgetSources,
  },
  {
    name: 'nobody takes over from a dead instance',
    seenBy: 'ends',
    revealedBy: 'instance is killed',
    apply: forgetRecovery,
  },
  {
    name: 'a lost worker keeps its jobs',
    seenBy: 'ends',
    revealedBy: 'worker is killed',
    apply: () => editScript('checkJobs', "state = 'dead'", "state = 'open'"),
  },
  {
    name: 'what Redis has lost is not submitted again',
    seenBy: 'ends',
    revealedBy: 'Redis is emptied',
    apply: () => editScript('checkJobs', "state = 'gone'", "state = 'open'"),
  },
  {
    name: 'a worker that has lost its job writes on',
    seenBy: 'follows',
    revealedBy: 'Redis is emptied',
    apply: () => editScript('appendStep', 'if known[1] ~= run or known[2] then return 0 end', ''),
  },
  {
    name: 'a cancel stores the text that the store has',
    seenBy: 'follows',
    revealedBy: 'the proxy',
    apply: cancelAlone,
  },
]

function forgetKeys(): void {
  const { once } = Idempotency.prototype
  Idempotency.prototype.once = async function (call, act) {
    const made = await once.call(this, { ...call, key: undefined }, act)
    await pause(500)
    return made
  }
}

function forgetSources(): void {
  const { append } = EmbeddedChatLogStore.prototype
  EmbeddedChatLogStore.prototype.append = function (room, { source: _source, ...entry }) {
    return append.call(this, room, entry)
  }
  const { endSealed } = GenerationStore.prototype
  GenerationStore.prototype.endSealed = async function (generation, entryIndex) {
    await pause(1_000)
    return endSealed.call(this, generation, entryIndex)
  }
}

function forgetRecovery(): void {
  ReplyRecovery.prototype.run = () => Promise.resolve()
}

function cancelAlone(): void {
  const { publish } = RedisEventBus.prototype
  RedisEventBus.prototype.publish = function (topic, message) {
    if (topic !== cancelTopic) publish.call(this, topic, message)
  }
  QueuedReplyGenerator.prototype.writtenPieces = () => Promise.resolve([])
}

function editScript(name: keyof typeof scripts, text: string, replacement: string): void {
  const script = scripts[name]
  if (!script.lua.includes(text)) throw new Error(`the script ${name} has no "${text}"`)
  script.lua = script.lua.replaceAll(text, replacement)
}
