import { steadyTime, onceASecond } from '@parley/runtime'
import type { Audit } from '../../src/audit/audit.js'
import type { Characters } from '../../src/characters/characters.js'
import { Completions, nameOf } from '../../src/completions/completions.js'
import { allowsInRoom } from '../../src/completions/key-models.js'
import { OpenCompletions } from '../../src/completions/open-completions.js'
import type { Config } from '../../src/config/config.js'
import type { RoomFiles } from '../../src/files/room-files.js'
import type { Idempotency } from '../../src/idempotency/idempotency.js'
import type { MessageFiles } from '../../src/files/message-files.js'
import type { Images } from '../../src/images/images.js'
import type { RoomLore } from '../../src/lorebooks/room-lore.js'
import type { Personas } from '../../src/personas/personas.js'
import { perKind } from '../../src/kinds.js'
import { Broadcasts } from '../../src/replies/watching/broadcasts.js'
import { Checkpoints } from '../../src/replies/checkpoints.js'
import { GenerationStore } from '../../src/replies/generation-store.js'
import { ModelList } from '../../src/replies/model-list.js'
import { defaultModel } from '../../src/replies/offered-model.js'
import { Regenerations } from '../../src/replies/regenerations.js'
import { Replies } from '../../src/replies/replies.js'
import { ReplyRecovery } from '../../src/replies/reply-recovery.js'
import { RunningReplies } from '../../src/replies/running-replies.js'
import type { StoredModels } from '../../src/installation-settings/model-settings.js'
import { againBeforeText, ResubmittingGenerator } from '../../src/replies/resubmitting-generator.js'
import { RoomFeed } from '../../src/room-feed/room-feed.js'
import { RoomListReader } from '../../src/room-feed/room-list-reader.js'
import { RoomReader } from '../../src/room-feed/room-reader.js'
import { RoomSettingsChanges } from '../../src/replies/room-settings-changes.js'
import type { GuestLimits } from '../../src/rate-limits/guest-limits.js'
import type { RoomChanges } from '../../src/rooms/room-changes.js'
import type { RoomDraft } from '../../src/rooms/room.js'
import type { Rooms } from '../../src/rooms/rooms.js'
import type { Allowance } from '../../src/usage/allowance.js'
import { exceededLength } from '../../src/usage/message-fit.js'
import type { UserCaller } from '../../src/users/caller.js'
import { factsOf, hasVision, isConfigured, modelNames, runsDemonstration } from '../adapters/hosted.js'
import type { Foundations } from '../foundations.js'

interface ReplyDeps extends Foundations {
  readonly rooms: Rooms
  readonly audit: Audit
  readonly characters: Characters
  readonly idempotency: Idempotency
  readonly images: Images
  readonly messageFiles: MessageFiles
  readonly roomChanges: RoomChanges
  readonly allowance: Allowance
  readonly guestLimits: GuestLimits
  readonly storedModels: () => Promise<StoredModels>
  readonly roomLore: RoomLore
  readonly roomFiles: RoomFiles
  readonly personas: Personas
}

/** Without Redis a lease that expires costs the reply its text so far: a busy instance must not lose one. */
const leaseMs = 30_000
/** The rest of the 10 s after which another instance continues a reply passes until it looks for expired leases. */
const continuedLeaseMs = 6_000

export function createReplies(config: Config, deps: ReplyDeps) {
  const { database, chatLogs, clock, log, rooms, characters, personas, roomChanges, allowance } = deps
  // a stored generation waits for Redis until its deadline; the queue itself waits for workers
  const isContinued = config.redisUrl !== undefined
  const waiting = isContinued ? { giveUpAfterMs: Infinity } : {}
  const replyLeaseMs = isContinued ? continuedLeaseMs : leaseMs
  const store = new GenerationStore(database, clock, {
    leaseMs: replyLeaseMs,
    spendTokens: (db, ended) =>
      allowance.spend(db, { userId: ended.ownerId, keyId: ended.keyId, model: ended.model }, allowance.costOf(ended)),
    countReply: (db, roomId) => rooms.countReply(db, roomId),
  })
  const options = {
    ...deps,
    store,
    checkpoints: new Checkpoints({ store, log }),
    models: modelNames(config),
    defaultModels: config.defaultModels,
    isConfigured: (model: string) => isConfigured(config, model),
    isAllowedByKey: (caller: UserCaller, room: RoomDraft, model: string) => allowsInRoom(caller, room, nameOf(model)),
    hasVision: (model: string) => hasVision(config, model),
    generators: perKind((kind) => {
      return new ResubmittingGenerator({ generator: deps.generators[kind], clock: steadyTime, log, ...waiting })
    }),
    historyEntries: config.historyEntries,
    timeoutMs: config.generationTimeoutMs,
  }
  // a list asks for several facts of the workers, and programs read lists often
  const statuses = perKind((kind) => onceASecond(() => options.readServiceStatus(kind)))
  const modelList = new ModelList({
    ...options,
    readServiceStatus: (kind) => statuses[kind](),
    factsOf: (model) => factsOf(config, model),
    isDemonstration: (model) => model === defaultModel && runsDemonstration(config),
    searchesWeb: config.search !== undefined,
  })
  const running = new RunningReplies({ ...options, modelList, leaseMs: replyLeaseMs })
  const broadcasts = new Broadcasts({
    subscribe: (id) => running.subscribe(id),
    read: (id) => running.newestSnapshot(id),
  })
  const replies = new Replies({
    ...options,
    ...{ running, broadcasts, modelList },
    // the worker of such a model estimates the tokens of a prompt, as its tokenizer is elsewhere
    exceededLength: (message, contextTokens, model) =>
      exceededLength(message, contextTokens, model !== defaultModel || config.model.local.kind === 'server'),
  })
  const regenerations = new Regenerations({ ...options, replies })
  const roomSettings = new RoomSettingsChanges(options)
  const open = new OpenCompletions({ database, allowance, clock, leaseMs, log })
  // a completion is not stored: it does not wait for Redis
  const generators = isContinued ? deps.generators : options.generators
  const completions = new Completions({
    ...options,
    modelList,
    maxTokens: config.v1MaxTokens,
    generators: perKind((kind) => againBeforeText(generators[kind])),
    open,
  })
  const recovery = new ReplyRecovery({ ...options, modelList, leaseMs: replyLeaseMs, running, isContinued })
  const reader = new RoomReader({ rooms, chatLogs, replies, characters, personas, clock })
  const listReader = new RoomListReader(database)
  const roomFeed = new RoomFeed({ rooms, reader, listReader, roomChanges })
  return {
    running,
    replies,
    modelList,
    regenerations,
    roomSettings,
    completions,
    openCompletions: open,
    recovery,
    roomFeed,
  }
}
