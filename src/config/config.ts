import { resolve } from 'node:path'
import { kinds, kindTable, perKind, type Kind } from '../kinds.js'
import { claimsOf } from './accounts/claims.js'
import { installationSettingsOf, needsProvider } from './accounts/installation-settings.js'
import { membershipPolicyOf } from './accounts/membership-policy.js'
import { senderAt } from './accounts/mail.js'
import { socialOf } from './accounts/social.js'
import { ConfigError } from './config-error.js'
import type { Environment } from './env.js'
import { GivenSettings } from './given-settings.js'
import { hostedOf } from './models/hosted-models.js'
import { searchOf } from './models/search.js'
import { passkeysOf } from './network/passkeys.js'
import { tlsOf } from './network/tls.js'
import { trustedDocumentsOf } from './network/trusted-documents.js'
import { portsOf } from './ports.js'
import { workerKindsOf } from './roles.js'
import { isLoopback } from './rules.js'

const monthMs = 30 * 86_400_000

/** The configuration. Every field has a usable default. */
export type Config = ReturnType<typeof configOf>

/**
 * Reads the configuration from the environment. A relative `DATA_DIR` is resolved from the working directory. `faultsOf`
 * adds the faults of what the settings name, which may be files; a faulty setting has its default there.
 * @throws ConfigError with all faults.
 */
export function readConfig(
  environment: Environment,
  faultsOf: (config: Config) => readonly string[] = () => [],
): Config {
  const given = new GivenSettings(environment)
  const config = configOf(given)
  const faults = [...given.faults, ...faultsOf(config)]
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

function configOf(given: GivenSettings) {
  const { values } = given
  const ports = portsOf(given)
  const hosted = hostedOf(given)
  const social = socialOf(given)
  if (!values.PASSWORD_SIGN_IN && social.length === 0) given.refuse('PASSWORD_SIGN_IN', needsProvider)
  const publicUrl = values.PUBLIC_URL ?? new URL(`http://localhost:${ports.app}`).origin
  // a process without the application, and a port that the system chooses, do not give its address
  const isChatKnown = given.isSet('PUBLIC_URL') || (values.ROLES.includes('app') && ports.app !== 0)
  const sharesWorker = values.WORKERS === 'shared'
  const workerKinds = workerKindsOf(values.ROLES, sharesWorker)
  const isProduction = values.NODE_ENV === 'production'
  const refreshLifetimeMs = values.REFRESH_TTL_MS ?? Math.max(monthMs, values.JWT_TTL_MS)
  if (refreshLifetimeMs < values.JWT_TTL_MS) given.refuse('REFRESH_TTL_MS', 'must not be less than JWT_TTL_MS')
  if (!isLoopback(values.INTERNAL_HOST) && !given.isSet('SERVICE_TOKEN'))
    given.refuse('INTERNAL_HOST', 'is not a loopback address, which needs SERVICE_TOKEN to be set')
  return {
    roles: values.ROLES,
    /** Whether one worker process serves both kinds. */
    sharesWorker,
    /** The kinds whose worker this process is; the workers of its other roles are processes that it starts. */
    workerKinds,
    host: values.HOST,
    /** Address of every other listener; one that is not loopback requires a service token (contract: access.4). */
    internalHost: values.INTERNAL_HOST,
    ports,
    /** Absolute path. */
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseLimits: values.DATABASE_LIMITS,
    mongodbUrl: values.MONGODB_URL,
    redisUrl: values.REDIS_URL,
    /** Undefined for images in `DATA_DIR`. */
    imageBucket: imageBucketOf(given),
    jwtSecret: values.JWT_SECRET,
    jwtLifetimeMs: values.JWT_TTL_MS,
    /** A session lives as long as its refresh token, so an access token must not live longer. */
    refreshLifetimeMs,
    connectionDrainMs: values.DRAIN_MS,
    keepAliveMs: values.KEEP_ALIVE_MS,
    socketLimits: values.SOCKET_LIMITS,
    loadLimits: values.LOAD_LIMITS,
    serviceToken: values.SERVICE_TOKEN,
    adminEmails: values.ADMIN_EMAILS,
    setupLink: values.SETUP_LINK,
    /** Without a trailing slash. */
    publicUrl,
    /** Where the chat page is; null without one, or where only `PUBLIC_URL`, which is not set, would say it. */
    chatUrl: values.CHAT_PAGE && isChatKnown ? `${publicUrl}/` : null,
    /** Undefined where passkeys cannot work. */
    passkeys: passkeysOf({ publicUrl, origins: values.PASSKEY_ORIGINS, adminPort: ports.admin }),
    imageHost: values.IMAGE_HOST ?? new URL(publicUrl).host,
    // in development a front end may run on any port of this machine; in production its origin is known
    publicHosts: values.PUBLIC_HOSTS,
    corsOrigins: values.CORS_ORIGINS ?? { any: false, loopback: !isProduction, listed: [] },
    trustedProxies: values.TRUSTED_PROXIES,
    hstsIncludeSubdomains: values.HSTS_INCLUDE_SUBDOMAINS,
    membershipSelfService: values.MEMBERSHIP_SELF_SERVICE ?? !given.isSet('OIDC_MEMBERSHIP_CLAIM'),
    installationSettings: installationSettingsOf(given, { hasProvider: social.length > 0 }),
    membershipPolicy: membershipPolicyOf(given),
    social,
    claims: claimsOf(given, social),
    mail: { smtp: values.SMTP_URL, from: values.MAIL_FROM ?? senderAt(publicUrl) },
    model: {
      local: values.LOCAL_MODEL ?? { kind: 'bundled' as const },
      hub: { endpoint: values.HF_ENDPOINT, token: values.HF_TOKEN },
      threads: values.MODEL_THREADS,
      contextSize: values.CONTEXT_SIZE,
      serverKey: values.LOCAL_MODEL_API_KEY,
      batchSize: values.BATCH_SIZE,
      keptContexts: values.KEPT_CONTEXTS,
      gpu: values.MODEL_GPU,
      sampling: perKind((kind) => values[kindTable[kind].settings.sampling]),
    },
    earlierLines: earlierLinesOf(given),
    hosted,
    defaultModels: perKind((kind) => defaultModelOf(given, kind, hosted)),
    /** The variables that settings name, for keys. */
    keyVariables: Object.values(values.HOSTED_MODELS).flatMap(({ apiKeyEnv = [] }) => apiKeyEnv),
    proxies: { http: values.HTTP_PROXY, https: values.HTTPS_PROXY, exempt: values.NO_PROXY },
    search: searchOf(given),
    workerUrls: workerUrlsOf(given, workerKinds),
    chatLogUrl: values.CHATLOG_URL,
    tls: tlsOf(given),
    timeZone: values.TIME_ZONE,
    historyEntries: values.HISTORY_ENTRIES,
    queueLimit: values.QUEUE_LIMIT,
    concurrency: perKind((kind) => values[kindTable[kind].settings.concurrency]),
    v1MaxTokens: values.V1_MAX_TOKENS,
    generationTimeoutMs: values.GENERATION_TIMEOUT_MS,
    generationRetentionMs: values.GENERATION_RETENTION_MS,
    messageLimit: values.MESSAGE_LIMIT,
    apiLine: values.API_LINE,
    rateLimits: values.RATE_LIMITS,
    chatPage: values.CHAT_PAGE,
    isConsolePublic: values.CONSOLE === 'public',
    playground: values.PLAYGROUND ?? !(isProduction || values.TRUSTED_DOCUMENTS_ONLY),
    trustedDocuments: trustedDocumentsOf(given),
    logLevel: values.LOG_LEVEL,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  }
}

/** `Local` in place of a name that is refused. */
function defaultModelOf(given: GivenSettings, kind: Kind, hosted: ReturnType<typeof hostedOf>): string {
  const setting = kindTable[kind].settings.defaultModel
  const name = given.values[setting]
  const model = Object.hasOwn(hosted, name) ? hosted[name] : undefined
  if (name !== 'Local' && !model) given.refuse(setting, 'must be Local or an alias of HOSTED_MODELS')
  if (!model || model.isKeyless || model.apiKey !== undefined) return model ? name : 'Local'
  given.refuse(setting, 'names a model that has no key')
  return 'Local'
}

function earlierLinesOf(given: GivenSettings) {
  const { values } = given
  for (const name of ['KOREAN_MODEL', 'ROLEPLAY_MODEL'] as const) {
    if (given.isSet(name) && !given.isSet('AI_LEGACY_PORT'))
      given.refuse(name, 'is only asked on AI_LEGACY_PORT, which is unset')
  }
  const isServed = values.AI_LEGACY_PORT !== undefined || values.AI_TLS_PORT !== undefined
  return {
    korean: values.KOREAN_MODEL,
    roleplay: values.ROLEPLAY_MODEL,
    /** Concurrent replies of a local model: 2 for lines 1.3 and 1.4 (contract: earlier-ai-lines.9), else 1. */
    atOnce: isServed ? 2 : 1,
  }
}

function imageBucketOf(given: GivenSettings) {
  const { values } = given
  if (!values.IMAGES_URL) return undefined
  const missing = 'is needed for IMAGES_URL'
  given.require('AWS_ACCESS_KEY_ID', missing)
  given.require('AWS_SECRET_ACCESS_KEY', missing)
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = values
  const session = values.AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: values.AWS_SESSION_TOKEN }
  return { ...values.IMAGES_URL, accessKeyId, secretAccessKey, ...session }
}

function workerUrlsOf(given: GivenSettings, workerKinds: readonly Kind[]): Readonly<Partial<Record<Kind, string>>> {
  const { values } = given
  const urls: Partial<Record<Kind, string>> = {}
  for (const kind of kinds) {
    const name = kindTable[kind].settings.url
    const url = values[name]
    if (url === undefined) continue
    // a separate worker process ignores its own address, so that one environment can serve all processes
    if (values.ROLES.includes(kind) && !workerKinds.includes(kind))
      given.refuse(name, `must be unset, or ROLES without ${kind}`)
    urls[kind] = url
  }
  return urls
}
