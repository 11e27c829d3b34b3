import { z } from 'zod'
import { apiLines, newestLine } from '../../limits.js'
import { addressList, corsOrigins, hostList, networkList } from '../network/addresses.js'
import { allRoles } from '../roles.js'
import * as rules from '../rules.js'

const port = rules.wholeNumber(0, 65_535)
const path = z.string()

export const listeners = {
  HOST: rules.host
    .prefault('::')
    .describe(
      'address of the public listener: an IP address or a host name; `::` is every address of IPv6 and IPv4, `0.0.0.0` every one of IPv4',
    ),
  INTERNAL_HOST: rules.host
    .prefault('127.0.0.1')
    .describe(
      'address of the [internal listeners](security.md#internal-ports); one that is not a loopback address needs `SERVICE_TOKEN`',
    ),
  APP_PORT: port.prefault('8080').describe('port of the application service; here and below 0 uses any free port'),
  CHATLOG_PORT: port.prefault('8000').describe('port of the chat-log service'),
  ADMIN_PORT: port.prefault('3001').describe('port of the console'),
  AI_GATEWAY_PORT: port.prefault('8001').describe('port of the AI gateway'),
  AI_OFFICE_PORT: port.prefault('8002').describe('port of the office service'),
  AI_CHARACTER_PORT: port.prefault('8003').describe('port of the character service'),
  AI_LEGACY_PORT: port
    .optional()
    .describe(
      'port of [lines 1.1 to 1.3](ai-services.md#earlier-lines) of the AI services, with the paths of 1.5 and 1.6, a part of the gateway; workers of other processes need it set as well; unset: the lines are not served',
    ),
  METRICS_PORT: port
    .optional()
    .describe(
      'port of a listener at `INTERNAL_HOST` with the [metrics](operations.md#metrics) of this process and nothing else; unset: its other internal listeners have them',
    ),
  ROLES: rules
    .namesOf(allRoles)
    .prefault(allRoles.join(','))
    .describe(
      'what this process runs, separated by commas; the last two are processes of their own, started and supervised by this one, and a process with only one of them is that worker',
    ),
  WORKERS: rules
    .oneOf(['separate', 'shared'])
    .prefault('separate')
    .describe(
      '`separate`: the office and the character worker are two processes; `shared`: [one process](ai-services.md#one-worker-for-both) is both, and loads each model file once; with `ROLES=office,character` this process is it',
    ),
  DRAIN_MS: rules
    .wholeNumber(0, 600_000)
    .prefault('0')
    .describe(
      'milliseconds of a stop in which a [proxy in front](operations.md#a-rolling-restart) stops using this process and its sockets and streams reconnect elsewhere; 0: they end at once',
    ),
  KEEP_ALIVE_MS: rules
    .wholeNumber(1_000, 650_000)
    .prefault('75000')
    .describe(
      'milliseconds that a connection without a request is kept, at every listener; more than a [proxy or balancer in front](reference/proxies.md#kept-connections) keeps it',
    ),
  AI_OFFICE_URL: rules.origin
    .optional()
    .describe('where an office worker of another process listens; unset: at `INTERNAL_HOST` and its port'),
  AI_CHARACTER_URL: rules.origin
    .optional()
    .describe('where a character worker of another process listens; unset: at `INTERNAL_HOST` and its port'),
  CHATLOG_URL: rules.origin
    .optional()
    .describe(
      'where workers read the history of a conversation: the chat-log service; unset: at `INTERNAL_HOST` and `CHATLOG_PORT`, and no history when that port is 0',
    ),
}

export const tls = {
  AI_TLS_PORT: port
    .optional()
    .describe(
      'port of [line 1.4](ai-services.md#line-14-over-https) of the AI services, HTTPS at `HOST`, a part of the gateway; unset: it is not served',
    ),
  TLS_CERT_FILE: path
    .optional()
    .describe('its certificate with the chain, PEM, read again when it changes; needed with `AI_TLS_PORT`'),
  TLS_KEY_FILE: path.optional().describe('its key, PEM, without a passphrase; needed with `AI_TLS_PORT`'),
  ACME_CHALLENGE_DIR: path
    .optional()
    .describe('folder whose files it serves at `/.well-known/acme-challenge/`; unset: none'),
  ALLOWED_IPS: addressList
    .optional()
    .describe(
      'IP addresses, separated by commas, that can request replies and documents there; neither this nor the next set: this machine only',
    ),
  ALLOWED_NETWORKS: networkList.optional().describe('networks such as `10.0.0.0/8` that can do so'),
  BLOCKED_AGENTS: rules.wordList
    .prefault('bot,crawler,spider,scraper,facebook,telegram,whatsapp')
    .describe('words, separated by commas, that no user agent can contain there'),
}

export const clients = {
  PUBLIC_URL: rules.publicUrl.optional().meta({
    shown: 'http://localhost:8080',
    description:
      'scheme, host and port of links to this service, and the [path](reference/proxies.md#a-path-before-the-service) that a proxy strips, if it does; the port follows `APP_PORT`',
  }),
  PASSKEY_ORIGINS: rules
    .list(
      z
        .string()
        .refine((word) => rules.readOrigin(word) === word, rules.numbered('origins such as https://chat.example')),
    )
    .default([])
    .describe(
      'origins of further pages, separated by commas, on which [passkeys](sign-in.md#second-factors) of the host of `PUBLIC_URL` work, such as a console at another port or a host below it',
    ),
  PUBLIC_HOSTS: hostList
    .default([])
    .describe(
      'host names, separated by commas and without ports, to which the public listener answers; unset: to every name, also to [that of a page of another site](security.md#what-operators-must-do) that points it at this server',
    ),
  IMAGE_HOST: rules.hostAndPort.optional().meta({
    shown: 'localhost:8080',
    description: 'host, and port if needed, that image URLs can have; follows `PUBLIC_URL`',
  }),
  CORS_ORIGINS: corsOrigins.optional().meta({
    shown: 'loopback',
    description:
      'origins of other sites and of [apps](browsers.md#apps) whose [pages](browsers.md) can call this service, separated by commas; `loopback` is every page of this machine, `*` is all. With `NODE_ENV=production` none by default',
  }),
  TRUSTED_PROXIES: networkList
    .default([])
    .describe(
      'proxies in front, addresses and networks separated by commas, whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted; all clients behind a proxy that is not listed have its address and share its rate limits',
    ),
  HSTS_INCLUDE_SUBDOMAINS: rules.trueOrFalse
    .prefault('false')
    .describe('whether `Strict-Transport-Security`, sent over HTTPS only, covers the subdomains too'),
  API_LINE: rules
    .oneOf(apiLines)
    .prefault(newestLine)
    .describe(
      `release line of the REST interface, \`0.1\` to \`${newestLine}\`: [lines](reference/lines.md) has the differences`,
    ),
  CHAT_PAGE: rules.trueOrFalse
    .prefault('true')
    .describe('the chat page at `/`, for browsers; `false`: `/` says in one line where the API is'),
  CONSOLE: rules
    .oneOf(['public', 'admin-port'])
    .prefault('public')
    .describe(
      'where administrators find the [console](administration.md#the-console): `public`: at `/console` of the public listener and on `ADMIN_PORT`; `admin-port`: only there',
    ),
  PLAYGROUND: rules.trueOrFalse.optional().meta({
    shown: 'true',
    description:
      'GraphiQL at `/graphql`; with `NODE_ENV=production` or `TRUSTED_DOCUMENTS_ONLY=true` the default is `false`',
  }),
  TRUSTED_DOCUMENTS: rules
    .list(z.string().min(1, 'must be files separated by commas, none of them empty'))
    .default([])
    .describe(
      'manifest files of [trusted documents](graphql.md#trusted-documents), separated by commas: operations that clients request by their hash, beside those of `@parley/client`; read at the start',
    ),
  TRUSTED_DOCUMENTS_ONLY: rules.trueOrFalse
    .prefault('false')
    .describe(
      '`true`: `/graphql` accepts trusted documents only, which are those of `TRUSTED_DOCUMENTS`, of `@parley/client` and of the console; GraphiQL and introspection are then off',
    ),
  NODE_ENV: z
    .string()
    .optional()
    .describe('`production` turns the playground off, and allows no pages of other origins by default'),
}
