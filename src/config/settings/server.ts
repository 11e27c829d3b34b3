import { z } from 'zod'
import { logLevels } from '@parley/runtime'
import { databaseLimits } from '../limits/database-limits.js'
import { loadLimits, socketLimits } from '../limits/load-limits.js'
import { rateLimits } from '../limits/rate-limits.js'
import { imagesUrl } from '../network/images-url.js'
import { redisUrl } from '../network/redis-url.js'
import * as rules from '../rules.js'

// longer than any session token
const awsText = rules.text('must be at most 8192 printable ASCII characters without spaces', /^[\x21-\x7e]{1,8192}$/)
const lifetime = rules.wholeNumber(1, rules.maxLifetimeMs)

export const stores = {
  DATA_DIR: z
    .string()
    .prefault('./data')
    .describe(
      'folder of the embedded database, the images and the generated secret; without `DATABASE_URL` one process at a time uses it',
    ),
  DATABASE_URL: rules.postgresUrl
    .optional()
    .describe(
      '[PostgreSQL](operations.md#postgresql), `postgres://user:password@host:5432/database`; unset: SQLite in `DATA_DIR`',
    ),
  DATABASE_LIMITS: databaseLimits
    .prefault('{}')
    .describe(
      'values that replace single [limits of PostgreSQL](operations.md#postgresql-that-waits), in milliseconds, as JSON: `{"lockMs":2000,"turnMs":2000,"statementMs":6000,"longStatementMs":600000}`',
    ),
  MONGODB_URL: rules.mongodbUrl
    .optional()
    .describe(
      '[MongoDB](mongodb.md) for the chat logs, `mongodb://user:password@host:27017/database`, without a database in it: `parley`; unset: the relational database',
    ),
  REDIS_URL: redisUrl
    .optional()
    .describe(
      '[Redis](operations.md#redis) 6.2 or newer, or Valkey, `rediss://user:password@host:6379`, through which several instances notify each other and share the workers; unset: no Redis',
    ),
  IMAGES_URL: imagesUrl
    .optional()
    .describe(
      'a bucket for the [images](operations.md#images-in-a-bucket), `s3://bucket/prefix?endpoint=https://host:9000&region=us-east-1`; without an endpoint that of the region at AWS; unset: files in `DATA_DIR`',
    ),
  AWS_ACCESS_KEY_ID: awsText.optional().describe('the key for the bucket; needed with `IMAGES_URL`, else not read'),
  AWS_SECRET_ACCESS_KEY: awsText.optional().describe('the secret of that key'),
  AWS_SESSION_TOKEN: awsText.optional().describe('its session token, if it has one; the server does not renew it'),
}

export const secrets = {
  JWT_SECRET: rules.jwtSecretText
    .optional()
    .describe('secret that signs tokens, at least 64 bytes; unset: generated and kept in `DATA_DIR/jwt-secret`'),
  JWT_TTL_MS: lifetime
    .prefault('86400000')
    .describe('milliseconds that a token is valid; one that another program has made can live 60 seconds longer'),
  REFRESH_TTL_MS: lifetime.optional().meta({
    shown: '2592000000',
    description:
      'milliseconds that an unused [refresh token](sessions.md) is valid, at least `JWT_TTL_MS`; unset: 30 days, or `JWT_TTL_MS` if that is more',
  }),
  SERVICE_TOKEN: rules.serviceToken
    .optional()
    .describe(
      'bearer token of requests to the internal listeners, at least 32 characters, such as `openssl rand -hex 32` prints; unset: none is needed',
    ),
}

export const bounds = {
  RATE_LIMITS: rateLimits
    .prefault('{}')
    .describe(
      'values that replace single [rate limits](reference/limits.md#rate-limits), as JSON: `{"login":{"perAddress":200},"send":{"perAccount":false}}`',
    ),
  SOCKET_LIMITS: socketLimits
    .prefault('{}')
    .describe(
      'values that replace single [bounds of sockets, subscriptions and connections](reference/bounds.md#connections), as JSON: `{"perUser":100,"perAddress":500,"perProcess":10000,"connectionsPerAddress":1000}`',
    ),
  LOAD_LIMITS: loadLimits
    .prefault('{}')
    .describe(
      'values that replace single [thresholds of load and memory](reference/bounds.md#load), beyond which new work is answered 503, as JSON: `{"eventLoopMs":1000,"heapShare":0.9}`; `false` means no threshold',
    ),
}

export const logs = {
  OTEL_EXPORTER_OTLP_ENDPOINT: rules.plainUrl
    .refine((url) => !url.endsWith('/v1/traces'), 'must be the address before /v1/traces, which is added to it')
    .optional()
    .describe(
      'a receiver of [traces](operations.md#traces), OTLP over HTTP, `http://localhost:4318`; unset: nothing is traced',
    ),
  LOG_LEVEL: rules.oneOf(logLevels).prefault('info').describe('`fatal`, `error`, `warn`, `info`, `debug` or `silent`'),
}
