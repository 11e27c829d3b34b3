import { resolve } from 'node:path'
import { apiLines, limits, type ApiLine } from '../limits.js'
import type { LogLevel } from '../logger.js'
import { ConfigError } from './config-error.js'
import { readCorsOrigins, type CorsOrigins } from './network/cors-origins.js'
import { readEarlierLines, type EarlierLinesConfig } from './models/earlier-lines.js'
import { emailList } from './accounts/email-list.js'
import type { Environment } from './env.js'
import { Fields } from './fields.js'
import { readHosted, type HostedConfig } from './models/hosted.js'
import { readLoadLimits, type LoadLimitsConfig } from './limits/load-limits.js'
import { readMail, type MailConfig } from './accounts/mail.js'
import { readMembershipPolicy, type MembershipPolicyConfig } from './accounts/membership-policy.js'
import { readModel, type ModelConfig } from './models/model.js'
import { networkList } from './network/network-list.js'
import { readPorts, type Ports } from './ports.js'
import { readRateLimits, type RateLimitsConfig } from './limits/rate-limits.js'
import { allRoles, roleList, type Role, type WorkerRole } from './roles.js'
import * as rules from './rules.js'
import { readSearch, type SearchConfig } from './models/search.js'
import { readLifetimes, type LifetimesConfig } from './accounts/lifetimes.js'
import { readSocial, type SocialConfig } from './accounts/social.js'
import { readSocketLimits, type SocketLimitsConfig } from './limits/socket-limits.js'
import { readTls, type TlsConfig } from './network/tls.js'
import { isUnsupported } from './unsupported.js'

/** What an operator decides. Every field has a default that works. */
export interface Config extends LifetimesConfig {
  /** What this process runs (`ROLES`). */
  readonly roles: readonly Role[]
  /** Address of the public listener, the application service (`HOST`). */
  readonly host: string
  /** Address of every other listener (`INTERNAL_HOST`); not a loopback one only with a service token (contract: access.4). */
  readonly internalHost: string
  /**
   * TCP port of each role's listener, and of the earlier lines of the AI services, a part of the gateway role (`AI_LEGACY_PORT` for
   * 1.1 to 1.3, `AI_TLS_PORT` for 1.4; absent: they are not served); 0 means any free port.
   */
  readonly ports: Ports
  /** Absolute path of the folder that holds the embedded stores, the generated secret and the images (`DATA_DIR`). */
  readonly dataDir: string
  /** PostgreSQL URL, perhaps with a password; absent: SQLite in the data folder (`DATABASE_URL`). */
  readonly databaseUrl?: string | undefined
  /** MongoDB URL, perhaps with a password; absent: chat logs are in the relational database (`MONGODB_URL`). */
  readonly mongodbUrl?: string | undefined
  /** HS512 secret of at least 64 bytes; absent: generated and kept in the data folder (`JWT_SECRET`). */
  readonly jwtSecret?: string | undefined
  /** How many sockets and connections may be open (`SOCKET_LIMITS`). */
  readonly socketLimits: SocketLimitsConfig
  /** The load from which on new work is refused (`LOAD_LIMITS`). */
  readonly loadLimits: LoadLimitsConfig
  /** What requests to internal listeners carry as a bearer token, at least 32 characters; absent: none needed (`SERVICE_TOKEN`). */
  readonly serviceToken?: string | undefined
  /** E-mail addresses whose accounts are administrators as soon as they are verified (`ADMIN_EMAILS`). */
  readonly adminEmails: readonly string[]
  /** Scheme and host[:port] of links to this service, without a closing slash (`PUBLIC_URL`). */
  readonly publicUrl: string
  /** host[:port] that image URLs may have besides the one of `publicUrl` (`IMAGE_HOST`). */
  readonly imageHost: string
  /** Which pages of other sites may call this service (`CORS_ORIGINS`): those of this machine, unless `NODE_ENV` is `production`. */
  readonly corsOrigins: CorsOrigins
  /**
   * Proxies whose `X-Forwarded-For` says where a request comes from, and `X-Forwarded-Proto` over which protocol: IP
   * addresses and networks such as `10.0.0.0/8` (`TRUSTED_PROXIES`).
   */
  readonly trustedProxies: readonly string[]
  /** Whether `Strict-Transport-Security` covers the subdomains too (`HSTS_INCLUDE_SUBDOMAINS`). */
  readonly hstsIncludeSubdomains: boolean
  /** Whether an account sets its own membership level, or admins alone (`MEMBERSHIP_SELF_SERVICE`). */
  readonly membershipSelfService: boolean
  /** Whether callers without an account may make rooms (`GUEST_ROOMS`). */
  readonly guestRooms: boolean
  /** What accounts may do, by membership (`MEMBERSHIP_POLICY_FILE`, ADR 0047). */
  readonly membershipPolicy: MembershipPolicyConfig
  /** Where people sign in beside passwords (`SOCIAL_A_...`, `SOCIAL_B_...`, `SOCIAL_C_...`). */
  readonly social: readonly SocialConfig[]
  /** How mails are sent, and by whom (`SMTP_URL`, `MAIL_FROM`). */
  readonly mail: MailConfig
  /** What the workers run. */
  readonly model: ModelConfig
  /** What they need for the earlier lines of the AI services. */
  readonly earlierLines: EarlierLinesConfig
  /** What answers beside it, by alias (`HOSTED_BASE_URL`, `HOSTED_API_KEY`, `HOSTED_MODELS`). */
  readonly hosted: HostedConfig
  /** The search engine for office replies; absent: no web search (`SEARCH_PROVIDER`, `SEARCH_URL`, `SEARCH_API_KEY`). */
  readonly search?: SearchConfig | undefined
  /** Where workers of other processes listen; absent: at the internal address (`AI_OFFICE_URL`, `AI_CHARACTER_URL`). */
  readonly workerUrls: Readonly<Partial<Record<WorkerRole, string>>>
  /** Where the chat-log service of another process listens; absent: at the internal address (`CHATLOG_URL`). */
  readonly chatLogUrl?: string | undefined
  /** What line 1.4 of the AI services needs; absent: it is not served. */
  readonly tls: TlsConfig | undefined
  /** Accepted generations that may wait for one worker; more are refused with 503 (`QUEUE_LIMIT`). */
  readonly queueLimit: number
  /** Generations that the office worker runs at a time (`OFFICE_CONCURRENCY`). */
  readonly officeConcurrency: number
  /** Generations that the character worker runs at a time (`CHARACTER_CONCURRENCY`). */
  readonly characterConcurrency: number
  /** Milliseconds from acceptance, queueing included, until a generation fails (`GENERATION_TIMEOUT_MS`). */
  readonly generationTimeoutMs: number
  /** Milliseconds that a finished generation stays readable (`GENERATION_RETENTION_MS`). */
  readonly generationRetentionMs: number
  /** The most characters of a message in GraphQL and `POST /generations`; what the documents bound has 500 (`MESSAGE_LIMIT`). */
  readonly messageLimit: number
  /** Release line whose strictness applies (`API_LINE`, docs/contract/earlier-lines.md). */
  readonly apiLine: ApiLine
  /**
   * How often in a while people of one address sign in, register and so on, and how often it is tried with one account
   * (`RATE_LIMITS`).
   */
  readonly rateLimits: RateLimitsConfig
  /** GraphiQL is served: yes, unless `NODE_ENV` is `production`; `PLAYGROUND` overrides. */
  readonly playground: boolean
  /** The least severe log line that is written (`LOG_LEVEL`). */
  readonly logLevel: LogLevel
}

/**
 * Decides what the environment asks for. A relative `DATA_DIR` starts at the working directory.
 * @throws ConfigError with every fault at once.
 */
export function readConfig(environment: Environment): Config {
  const fields = new Fields(environment)
  const config = configOf(fields)
  if (!rules.isLoopback(config.internalHost) && !fields.isSet('SERVICE_TOKEN')) {
    fields.refuse('INTERNAL_HOST', 'is not a loopback address, which needs SERVICE_TOKEN to be set')
  }
  for (const name of Object.keys(environment)) {
    if (isUnsupported(name) && fields.isSet(name)) fields.refuse(name, 'this release does not support it yet; unset it')
  }
  if (fields.faults.length > 0) throw new ConfigError(fields.faults)
  return config
}

/** The name of every variable that `readConfig` reads. */
export function settingNames(): ReadonlySet<string> {
  const fields = new Fields({})
  configOf(fields)
  return fields.names
}

function configOf(fields: Fields): Config {
  const roles = fields.read('ROLES', roleList, allRoles)
  const ports = readPorts(fields, roles)
  const publicUrl = fields.read('PUBLIC_URL', rules.origin, new URL(`http://localhost:${String(ports.app)}`).origin)
  const isProduction = fields.read('NODE_ENV', rules.anyText, '') === 'production'
  const hosted = readHosted(fields)
  return {
    roles,
    host: fields.read('HOST', rules.host, '0.0.0.0'),
    internalHost: fields.read('INTERNAL_HOST', rules.host, '127.0.0.1'),
    ports,
    dataDir: resolve(fields.read('DATA_DIR', rules.anyText, './data')),
    databaseUrl: fields.readOptional('DATABASE_URL', rules.postgresUrl),
    mongodbUrl: fields.readOptional('MONGODB_URL', rules.mongodbUrl),
    jwtSecret: fields.readOptional('JWT_SECRET', rules.jwtSecretText),
    ...readLifetimes(fields),
    socketLimits: readSocketLimits(fields),
    loadLimits: readLoadLimits(fields),
    serviceToken: fields.readOptional('SERVICE_TOKEN', rules.serviceToken),
    adminEmails: fields.read('ADMIN_EMAILS', emailList, []),
    publicUrl,
    imageHost: fields.read('IMAGE_HOST', rules.hostAndPort, new URL(publicUrl).host),
    corsOrigins: readCorsOrigins(fields, isProduction),
    trustedProxies: fields.read('TRUSTED_PROXIES', networkList, []),
    hstsIncludeSubdomains: fields.read('HSTS_INCLUDE_SUBDOMAINS', rules.trueOrFalse, false),
    membershipSelfService: fields.read('MEMBERSHIP_SELF_SERVICE', rules.trueOrFalse, true),
    guestRooms: fields.read('GUEST_ROOMS', rules.trueOrFalse, true),
    membershipPolicy: readMembershipPolicy(fields, { roles, models: ['Local', ...Object.keys(hosted.models)] }),
    social: readSocial(fields),
    mail: readMail(fields, publicUrl),
    model: readModel(fields),
    earlierLines: readEarlierLines(fields, ports),
    hosted,
    search: readSearch(fields),
    workerUrls: readWorkerUrls(fields, roles),
    chatLogUrl: fields.readOptional('CHATLOG_URL', rules.origin),
    tls: readTls(fields, roles),
    queueLimit: fields.read('QUEUE_LIMIT', amount, 64),
    officeConcurrency: fields.read('OFFICE_CONCURRENCY', amount, 1),
    characterConcurrency: fields.read('CHARACTER_CONCURRENCY', amount, 1),
    generationTimeoutMs: fields.read('GENERATION_TIMEOUT_MS', timeout, 300_000),
    generationRetentionMs: fields.read('GENERATION_RETENTION_MS', lifetime, 604_800_000),
    messageLimit: fields.read('MESSAGE_LIMIT', messageLength, limits.messageLength),
    apiLine: fields.read('API_LINE', rules.oneOf(apiLines), '1.1'),
    rateLimits: readRateLimits(fields),
    playground: fields.read('PLAYGROUND', rules.trueOrFalse, !isProduction),
    logLevel: fields.read('LOG_LEVEL', rules.oneOf(logLevels), 'info'),
  }
}

const amount = rules.wholeNumber(1, 1_000_000)
const messageLength = rules.wholeNumber(limits.inputDataLength, limits.messageLength)
const timeout = rules.wholeNumber(1, rules.longestTimerMs)
const lifetime = rules.wholeNumber(1, rules.longestLifetimeMs)
const logLevels: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

const workerUrlNames = { office: 'AI_OFFICE_URL', character: 'AI_CHARACTER_URL' } as const

function readWorkerUrls(fields: Fields, roles: readonly Role[]): Config['workerUrls'] {
  const urls: { office?: string; character?: string } = {}
  for (const role of ['office', 'character'] as const) {
    const url = fields.readOptional(workerUrlNames[role], rules.origin)
    if (url === undefined) continue
    // a worker process is not asked where it is: one environment may serve them all
    const runsIt = roles.length > 1 && roles.includes(role)
    if (runsIt) fields.refuse(workerUrlNames[role], `must be unset, or ROLES without ${role}`)
    urls[role] = url
  }
  return urls
}
