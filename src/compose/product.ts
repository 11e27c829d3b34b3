import type { KeyObject } from 'node:crypto'
import type { ServiceUseCases } from '../../resolvers/build-schema.js'
import { Dashboard } from '../admin/dashboard.js'
import { Characters } from '../characters/characters.js'
import { ChatLogs } from '../chat-logs/chat-logs.js'
import { LogRooms } from '../chat-logs/log-rooms.js'
import type { Config } from '../config/config.js'
import type { Database } from '../database/database.js'
import { Idempotency } from '../idempotency/idempotency.js'
import { Likes } from '../likes/likes.js'
import { ImageEncoder } from '../images/image-encoder.js'
import { Images } from '../images/images.js'
import type { Logger } from '../logger.js'
import type { ChatLogStore } from '../ports/chat-log-store/chat-log-store.js'
import type { EventBus } from '../ports/event-bus/event-bus.js'
import type { ImageStore } from '../ports/image-store/image-store.js'
import type { ReplyGenerator, WorkerKind } from '../ports/reply-generator/reply-generator.js'
import { GenerationStore } from '../replies/generation-store.js'
import { Replies } from '../replies/replies.js'
import { Submissions } from '../replies/submissions.js'
import { Rooms } from '../rooms/rooms.js'
import { AdminList } from '../users/admin-list.js'
import { Admins } from '../users/admins.js'
import { Tokens } from '../users/tokens.js'
import { Users } from '../users/users.js'
import { imageHostsOf } from './image-hosts.js'

export type Product = ServiceUseCases

/** What the product stands on: adapters, picked before anything is built on them. */
export interface Foundations {
  readonly database: Database
  readonly chatLogs: ChatLogStore
  readonly imageStore: ImageStore
  readonly bus: EventBus
  readonly generators: Readonly<Record<WorkerKind, ReplyGenerator>>
  readonly isModelReady: () => Promise<boolean>
  readonly jwtKey: KeyObject
  readonly clock: () => number
  readonly log: Logger
}

const leaseMs = 30_000

/** The use cases, each with its collaborators. */
export function createProduct(config: Config, foundations: Foundations): Product {
  const { database, chatLogs: store, clock, log, bus, generators } = foundations
  const tokens = new Tokens({ key: foundations.jwtKey, lifetimeMs: config.jwtLifetimeMs, clock })
  const adminList = new AdminList(config.adminEmails)
  const users = new Users(database, tokens, { clock, adminList })
  const admins = new Admins({ database, adminList, clock, log })
  const idempotency = new Idempotency(database, clock)
  const images = new Images({
    database,
    store: foundations.imageStore,
    encoder: new ImageEncoder(),
    idempotency,
    clock,
    log,
    publicUrl: config.publicUrl,
    hosts: imageHostsOf(config),
  })
  const characters = new Characters({ database, users, images, idempotency, clock })
  const likes = new Likes(database, characters, clock)
  const rooms = new Rooms({ database, chatLogs: store, characters, users, idempotency, clock })
  const chatLogs = new ChatLogs(rooms, store, idempotency)
  const logRooms = new LogRooms({ store, rooms, imageHosts: imageHostsOf(config) })
  const replies = new Replies({
    store: new GenerationStore(database, clock, leaseMs),
    chatLogs: store,
    rooms,
    characters,
    generators: {
      office: new Submissions({ generator: generators.office, clock, log }),
      character: new Submissions({ generator: generators.character, clock, log }),
    },
    idempotency,
    bus,
    clock,
    log,
    timeoutMs: config.generationTimeoutMs,
    models: ['Local'],
    isModelReady: foundations.isModelReady,
    leaseMs,
  })
  const dashboard = new Dashboard(database, clock)
  return { users, characters, likes, images, rooms, chatLogs, logRooms, replies, dashboard, admins }
}
