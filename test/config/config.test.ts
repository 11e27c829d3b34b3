import { resolve } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

describe('readConfig', () => {
  it('has a working default for everything', () => {
    expect(readConfig({})).toEqual({
      roles: ['app', 'chatlog', 'admin', 'gateway', 'office', 'character'],
      sharesWorker: false,
      workerKinds: [],
      host: '::',
      keepAliveMs: 75_000,
      internalHost: '127.0.0.1',
      ports: { app: 8080, chatlog: 8000, admin: 3001, gateway: 8001, office: 8002, character: 8003 },
      dataDir: resolve('data'),
      jwtLifetimeMs: 86_400_000,
      refreshLifetimeMs: 2_592_000_000,
      connectionDrainMs: 0,
      socketLimits: {
        ...{ perUser: 50, perAddress: 500, perProcess: 10_000, connectionsPerAddress: 1_000 },
        ...{ subscriptionsPerUser: 200, subscriptionsPerAddress: 100, subscriptionsPerProcess: 20_000 },
      },
      databaseLimits: { lockMs: 2_000, turnMs: 2_000, statementMs: 6_000, longStatementMs: 600_000 },
      loadLimits: { eventLoopMs: 1_000, heapShare: 0.9 },
      adminEmails: [],
      setupLink: 'terminal',
      publicUrl: 'http://localhost:8080',
      chatUrl: 'http://localhost:8080/',
      imageHost: 'localhost:8080',
      publicHosts: [],
      corsOrigins: { any: false, loopback: true, listed: [] },
      proxies: { http: undefined, https: undefined, exempt: [] },
      trustedProxies: [],
      hstsIncludeSubdomains: false,
      passkeys: { domain: 'localhost', origins: ['http://localhost:8080', 'http://localhost:3001'] },
      installationSettings: expect.objectContaining({ fixed: {} }),
      membershipSelfService: true,
      messageLimit: 32_000,
      membershipPolicy: {
        BASIC: {
          messagesPerDay: 5_000,
          tokensPerMonth: 100_000_000,
          concurrentGenerations: 100,
          priority: 'normal',
        },
        VIP: {
          messagesPerDay: 50_000,
          tokensPerMonth: 1_000_000_000,
          concurrentGenerations: 1_000,
          priority: 'high',
        },
        ADMIN: { priority: 'high' },
      },
      social: [],
      mail: { from: { name: undefined, address: 'no-reply@localhost' } },
      model: {
        local: { kind: 'bundled' },
        threads: undefined,
        contextSize: undefined,
        batchSize: 2_048,
        hub: { endpoint: 'https://huggingface.co' },
        gpu: 'auto',
        sampling: { office: {}, character: {} },
      },
      earlierLines: { korean: undefined, roleplay: undefined, atOnce: 1 },
      hosted: {
        hosted4o_mini: {
          model: 'hosted-4o-mini',
          isKeyless: false,
          hasVision: false,
          hasTools: true,
          hasThoughts: false,
        },
        'hosted4.1': { model: 'hosted-4.1', isKeyless: false, hasVision: false, hasTools: true, hasThoughts: false },
        'hosted4.1_mini': {
          model: 'hosted-4.1-mini',
          isKeyless: false,
          hasVision: false,
          hasTools: true,
          hasThoughts: false,
        },
      },
      keyVariables: [],
      workerUrls: {},
      queueLimit: 64,
      concurrency: { office: 1, character: 1 },
      generationTimeoutMs: 300_000,
      v1MaxTokens: 4_096,
      historyEntries: 30,
      timeZone: 'UTC',
      defaultModels: { office: 'Local', character: 'Local' },
      generationRetentionMs: 604_800_000,
      apiLine: '1.1',
      rateLimits: {
        login: { perAddress: 100, perAccount: 10, windowMs: 600_000 },
        register: { perAddress: 100, windowMs: 600_000 },
        send: { perAddress: 100, perAccount: 5, windowMs: 600_000 },
        mail: { perAddress: 1_000, perAccount: 30, inAll: 10_000, windowMs: 86_400_000 },
        verify: { perAddress: 100, perAccount: 10, windowMs: 600_000 },
        wrongCode: { perAddress: 300, perAccount: 30, inARow: 100, windowMs: 86_400_000 },
        secondFactor: { perAddress: 100, perAccount: 10, inARow: 100, windowMs: 600_000 },
        apiKey: { perAddress: 100, windowMs: 600_000 },
        refresh: { perAddress: 300, windowMs: 600_000 },
        guestRoom: { perAddress: 60, windowMs: 600_000 },
        guestEntry: { perAddress: 600, windowMs: 600_000 },
        guestBytes: { perAddress: 20_000_000, windowMs: 600_000 },
        shareLink: { perAddress: 300, perAccount: 60, windowMs: 600_000 },
        tokenCount: { perAddress: 3_000, perAccount: 600, windowMs: 600_000 },
      },
      chatPage: true,
      isConsolePublic: true,
      playground: true,
      trustedDocuments: { documents: [], bundled: expect.any(Array), isOnly: false },
      logLevel: 'info',
    })
  })

  it.each<[name: string, value: string, expected: object]>([
    ['ROLES', ' app , app', { roles: ['app'] }],
    ['HOST', '::', { host: '::' }],
    ['HOST', 'chat.example', { host: 'chat.example' }],
    ['INTERNAL_HOST', '::1', { internalHost: '::1' }],
    ['INTERNAL_HOST', '127.0.0.2', { internalHost: '127.0.0.2' }],
    ['APP_PORT', '9', { publicUrl: 'http://localhost:9', imageHost: 'localhost:9' }],
    ['APP_PORT', '80', { publicUrl: 'http://localhost', imageHost: 'localhost' }],
    ['DATA_DIR', '/var/lib/parley', { dataDir: '/var/lib/parley' }],
    ['DATABASE_URL', 'postgres://u:p@h:5432/d', { databaseUrl: 'postgres://u:p@h:5432/d' }],
    ['DATABASE_URL', 'postgresql:///d?host=/run/pg', { databaseUrl: 'postgresql:///d?host=/run/pg' }],
    ['MONGODB_URL', 'mongodb://u:p@h:1,i:2/d?replicaSet=r', { mongodbUrl: 'mongodb://u:p@h:1,i:2/d?replicaSet=r' }],
    ['MONGODB_URL', 'mongodb+srv://h', { mongodbUrl: 'mongodb+srv://h' }],
    ['JWT_SECRET', 's'.repeat(64), { jwtSecret: 's'.repeat(64) }],
    ['JWT_SECRET', 'é'.repeat(32), { jwtSecret: 'é'.repeat(32) }],
    ['JWT_TTL_MS', '1', { jwtLifetimeMs: 1 }],
    ['KEEP_ALIVE_MS', '650000', { keepAliveMs: 650_000 }],
    ['TIME_ZONE', 'asia/seoul', { timeZone: 'Asia/Seoul' }],
    ['OFFICE_DEFAULT_MODEL', 'Local', { defaultModels: { office: 'Local', character: 'Local' } }],
    ['SERVICE_TOKEN', 't'.repeat(32), { serviceToken: 't'.repeat(32) }],
    ['ADMIN_EMAILS', 'Ada@a.example, b@b.example', { adminEmails: ['Ada@a.example', 'b@b.example'] }],
    [
      'PUBLIC_URL',
      'https://Chat.Example:8443/',
      { publicUrl: 'https://chat.example:8443', imageHost: 'chat.example:8443' },
    ],
    [
      'PUBLIC_URL',
      'HTTPS://Chat.example:443/a/b/',
      { publicUrl: 'https://chat.example/a/b', imageHost: 'chat.example' },
    ],
    ['IMAGE_HOST', '[::1]:9000', { imageHost: '[::1]:9000', publicUrl: 'http://localhost:8080' }],
    [
      'CORS_ORIGINS',
      'https://a.example, http://b.example:81/',
      { corsOrigins: { any: false, loopback: false, listed: ['https://a.example', 'http://b.example:81'] } },
    ],
    ['CORS_ORIGINS', '*', { corsOrigins: { any: true, loopback: false, listed: [] } }],
    [
      'CORS_ORIGINS',
      'https://a.example, loopback',
      { corsOrigins: { any: false, loopback: true, listed: ['https://a.example'] } },
    ],
    [
      'CORS_ORIGINS',
      'Capacitor://LocalHost/, HTTPS://A.example:443, app://x:8100',
      {
        corsOrigins: {
          any: false,
          loopback: false,
          listed: ['capacitor://localhost', 'https://a.example', 'app://x:8100'],
        },
      },
    ],
    ['NODE_ENV', 'production', { corsOrigins: { any: false, loopback: false, listed: [] } }],
    ['HSTS_INCLUDE_SUBDOMAINS', 'true', { hstsIncludeSubdomains: true }],
    ['SETUP_LINK', 'log', { setupLink: 'log' }],
    ['MEMBERSHIP_SELF_SERVICE', 'false', { membershipSelfService: false }],
    [
      'REGISTRATION',
      'closed',
      { installationSettings: expect.objectContaining({ fixed: { REGISTRATION: 'closed' } }) },
    ],
    ['PUBLIC_URL', 'http://192.0.2.7:8080', { passkeys: undefined }],
    ['PUBLIC_URL', 'https://[2001:db8::7]', { passkeys: undefined }],
    ['PUBLIC_URL', 'http://chat.example', { passkeys: undefined }],
    [
      'PUBLIC_URL',
      'https://chat.example:8443/parley',
      { passkeys: { domain: 'chat.example', origins: ['https://chat.example:8443'] } },
    ],
    [
      'PASSKEY_ORIGINS',
      'http://localhost:9000',
      {
        passkeys: {
          domain: 'localhost',
          origins: ['http://localhost:8080', 'http://localhost:3001', 'http://localhost:9000'],
        },
      },
    ],
    ['MESSAGE_LIMIT', '500', { messageLimit: 500 }],
    ['MESSAGE_LIMIT', '100000', { messageLimit: 100_000 }],
    ['LOCAL_MODEL', 'scripted:', { model: { local: { kind: 'scripted', options: '' } } }],
    ['LOCAL_MODEL', 'scripted:?delay=5', { model: { local: { kind: 'scripted', options: '?delay=5' } } }],
    ['LOCAL_MODEL', 'models/a.gguf', { model: { local: { kind: 'file', path: resolve('models/a.gguf') } } }],
    [
      'LOCAL_MODEL',
      'https://models.example/a.gguf',
      { model: { local: { kind: 'download', address: { kind: 'url', url: 'https://models.example/a.gguf' } } } },
    ],
    ['KEPT_CONTEXTS', '0', { model: { keptContexts: 0 } }],
    ['MODEL_THREADS', '3', { model: { threads: 3 } }],
    ['OFFICE_SAMPLING', '{"temperature":0,"topK":1}', { model: { sampling: { office: { temperature: 0, topK: 1 } } } }],
    ['PUBLIC_HOSTS', 'Chat.example, [::1], 10.1.2.3', { publicHosts: ['Chat.example', '[::1]', '10.1.2.3'] }],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
    ['CHATLOG_URL', 'http://logs.example/', { chatLogUrl: 'http://logs.example' }],
    ['ROLES', 'chatlog', { roles: ['chatlog'] }],
    ['HISTORY_ENTRIES', '10', { historyEntries: 10 }],
    ['GENERATION_TIMEOUT_MS', '2147483647', { generationTimeoutMs: 2_147_483_647 }],
    ['API_LINE', '0.1', { apiLine: '0.1' }],
    ['API_LINE', '0.4', { apiLine: '0.4' }],
    ['NODE_ENV', 'production', { playground: false }],
    ['NODE_ENV', 'test', { playground: true }],
    ['PLAYGROUND', 'false', { playground: false }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ])('accepts %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected)
  })

  it('prefers PLAYGROUND to NODE_ENV', () => {
    expect(readConfig({ NODE_ENV: 'production', PLAYGROUND: 'true' }).playground).toBe(true)
  })

  it.each<[name: string, value: string]>([
    ['ROLES', ','],
    ['ROLES', 'app,cook'],
    ['WORKERS', 'both'],
    ['HOST', 'http://here'],
    ['HOST', '[::1]'],
    ['INTERNAL_HOST', '0.0.0.0'],
    ['INTERNAL_HOST', '127.example.com'],
    ['APP_PORT', '65536'],
    ['APP_PORT', '-1'],
    ['APP_PORT', '80.5'],
    ['APP_PORT', '0x50'],
    ['APP_PORT', ' 80'],
    ['AI_GATEWAY_PORT', 'http'],
    ['DATABASE_URL', 'mysql://h/d'],
    ['DATABASE_URL', 'postgres://u:p/w@h/d'],
    ['JWT_SECRET', 's'.repeat(63)],
    ['JWT_TTL_MS', '0'],
    ['JWT_TTL_MS', '1d'],
    ['JWT_TTL_MS', '999999999999999'],
    ['KEEP_ALIVE_MS', '999'],
    ['KEEP_ALIVE_MS', '650001'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['OFFICE_DEFAULT_MODEL', 'another'],
    ['CHARACTER_DEFAULT_MODEL', 'hosted4.1'],
    ['CHARACTER_DEFAULT_MODEL', 'toString'],
    ['TIME_ZONE', '+09:00'],
    ['SERVICE_TOKEN', 't'.repeat(31)],
    ['SERVICE_TOKEN', `two words${'t'.repeat(32)}`],
    ['SERVICE_TOKEN', 'é'.repeat(32)],
    ['PUBLIC_URL', 'chat.example'],
    ['PUBLIC_URL', 'ftp://chat.example'],
    ['PUBLIC_URL', 'https://chat.example/app?x'],
    ['PUBLIC_URL', 'https://chat.example//app'],
    ['PUBLIC_URL', 'https://chat.example/app//'],
    ['PUBLIC_URL', 'https://*.chat.example/app'],
    ['PUBLIC_URL', 'https://me@chat.example'],
    ['IMAGE_HOST', 'https://img.example'],
    ['IMAGE_HOST', 'img.example:99999'],
    ['CORS_ORIGINS', 'localhost'],
    ['CORS_ORIGINS', 'https://*.a.example'],
    ['CORS_ORIGINS', 'loopback,'],
    ['CORS_ORIGINS', 'https://a.example,https://b.example/x'],
    ['CORS_ORIGINS', 'capacitor://localhost/x'],
    ['CORS_ORIGINS', 'capacitor:localhost'],
    ['CORS_ORIGINS', 'chrome-extension://*'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'file:///'],
    ['CORS_ORIGINS', 'wss://chat.example'],
    ['HSTS_INCLUDE_SUBDOMAINS', '1'],
    ['MEMBERSHIP_SELF_SERVICE', '0'],
    ['GUEST_ROOMS', 'no'],
    ['SIGN_IN_REQUIRED', 'yes'],
    ['SHARE_LINKS', 'on'],
    ['INSTALLATION_NAME', ''],
    ['ACCENT_COLOR', '#ffee00'],
    ['HELP_URL', 'javascript:alert(1)'],
    ['ADMIN_SECOND_FACTOR', 'true'],
    ['PASSKEY_ORIGINS', 'chat.example'],
    ['MESSAGE_LIMIT', '499'],
    ['MESSAGE_LIMIT', '100001'],
    ['MESSAGE_LIMIT', '5e2'],
    ['LOCAL_MODEL', 'hf:someone'],
    ['LOCAL_MODEL', 'https://models.example/a.bin'],
    ['KEPT_CONTEXTS', '-1'],
    ['MODEL_GPU', 'yes'],
    ['HF_ENDPOINT', 'hub'],
    ['MODEL_THREADS', '0'],
    ['CONTEXT_SIZE', '12'],
    ['OFFICE_SAMPLING', 'hot'],
    ['OFFICE_SAMPLING', '[1]'],
    ['CHARACTER_SAMPLING', '{"heat":1}'],
    ['CHARACTER_SAMPLING', '{"topK":1.5}'],
    ['CHARACTER_SAMPLING', '{"temperature":"hot"}'],
    ['PUBLIC_HOSTS', 'chat.example:443'],
    ['PUBLIC_HOSTS', 'https://chat.example'],
    ['PUBLIC_HOSTS', '*'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '127.0.0.1,'],
    ['AI_CHARACTER_URL', 'ftp://h'],
    ['CHATLOG_URL', 'http://logs.example/doclog'],
    ['QUEUE_LIMIT', '0'],
    ['OFFICE_CONCURRENCY', '-3'],
    ['CHARACTER_CONCURRENCY', '1e1'],
    ['GENERATION_TIMEOUT_MS', '2147483648'],
    ['GENERATION_RETENTION_MS', 'NaN'],
    ['API_LINE', '0.6'],
    ['API_LINE', 'v1.1'],
    ['PLAYGROUND', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['MONGODB_URL', 'http://h/d'],
    ['MONGODB_URL', 'mongodb://'],
    ['MONGODB_URL', 'mongodb://h/a/b'],
    ['MONGODB_URL', 'mongodb://h/a.b'],
    ['MONGODB_URL', 'mongodb://h:1,i:65536/d'],
    ['ADMIN_EMAILS', 'a@b.example,'],
    ['ADMIN_EMAILS', 'ada'],
  ])('refuses %s=%s with one sentence that begins with the name', (name, value) => {
    const faults = faultsIn({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name}: \\S+`))
  })

  it('names the existing lines', () => {
    expect(faultsIn({ API_LINE: '2.0' })).toEqual(['API_LINE: must be one of 0.1, 0.2, 0.3, 0.4, 0.5, 1.0, 1.1'])
  })

  it('reports all faults at once', () => {
    const environment = { APP_PORT: 'x', LOG_LEVEL: 'loud', JWT_SECRET: 'short', INTERNAL_HOST: '::', MONGODB_URL: 'm' }
    const named = faultsIn(environment).map((fault) => fault.split(':')[0])
    expect(named.sort()).toEqual(Object.keys(environment).sort())
  })

  it('accepts the address of a worker only when another process runs it', () => {
    const AI_OFFICE_URL = 'http://10.0.0.2:8002/'
    const { workerUrls } = readConfig({ AI_OFFICE_URL, ROLES: 'app,gateway' })
    expect(workerUrls).toEqual({ office: 'http://10.0.0.2:8002' })
    expect(readConfig({ AI_OFFICE_URL, ROLES: 'office' }).roles).toEqual(['office'])
    expect(faultsIn({ AI_OFFICE_URL })).toEqual(['AI_OFFICE_URL: must be unset, or ROLES without office'])
    const both = { AI_OFFICE_URL, ROLES: 'office,character' }
    expect(faultsIn(both)).toEqual(['AI_OFFICE_URL: must be unset, or ROLES without office'])
    expect(readConfig({ ...both, WORKERS: 'shared' }).workerUrls).toEqual(workerUrls)
  })

  it.each([
    ['office', 'separate', ['office']],
    ['character', 'shared', ['character']],
    ['office,character', 'separate', []],
    ['office,character', 'shared', ['office', 'character']],
    ['app,office,character', 'shared', []],
    ['app', 'shared', []],
  ])('ROLES=%s WORKERS=%s makes the process the worker of %j', (ROLES, WORKERS, workerKinds) => {
    expect(readConfig({ ROLES, WORKERS })).toMatchObject({ workerKinds })
  })

  it('opens internal listeners to a network only with a service token', () => {
    expect(faultsIn({ INTERNAL_HOST: '0.0.0.0' })[0]).toContain('SERVICE_TOKEN')
    expect(readConfig({ INTERNAL_HOST: '0.0.0.0', SERVICE_TOKEN: 't'.repeat(32) }).internalHost).toBe('0.0.0.0')
  })

  it('reports how long a service token must be', () => {
    expect(faultsIn({ SERVICE_TOKEN: 't'.repeat(31) })).toEqual([
      'SERVICE_TOKEN: must be at least 32 printable ASCII characters without spaces, such as `openssl rand -hex 32` prints',
    ])
  })

  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
    'needs no service token at %s',
    (internalHost) => {
      expect(readConfig({ INTERNAL_HOST: internalHost })).toMatchObject({ internalHost })
    },
  )

  it.each(
    ['0.0.0.0', '::', '::ffff:0.0.0.0', '10.0.0.1', '::ffff:10.0.0.1', 'chat.internal', 'localhost.example'].concat([
      '127.1',
      '127.999.1.1',
      '127.0.0.1.example',
      '::ffff:7f00:1',
    ]),
  )('needs a service token at %s', (internalHost) => {
    expect(faultsIn({ INTERNAL_HOST: internalHost })).toEqual([
      'INTERNAL_HOST: is not a loopback address, which needs SERVICE_TOKEN to be set',
    ])
  })

  it('requires both files for the TLS listener, and neither without it', () => {
    expect(faultsIn({ AI_TLS_PORT: '0' })).toEqual([
      'TLS_CERT_FILE: must name a PEM file, since AI_TLS_PORT is set',
      'TLS_KEY_FILE: must name a PEM file, since AI_TLS_PORT is set',
    ])
    expect(faultsIn({ AI_TLS_PORT: 'https', TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b' })).toHaveLength(1)
    expect(faultsIn({ AI_TLS_PORT: '8080', TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b' })).toEqual([
      'AI_TLS_PORT: must differ from APP_PORT',
    ])
    expect(readConfig({ TLS_CERT_FILE: 'a', ALLOWED_IPS: '::1' }).tls).toBeUndefined()
    expect(readConfig({ AI_TLS_PORT: '443', ROLES: 'office' }).tls).toBeUndefined()
  })

  it('allows this machine on the TLS listener, or exactly the configured addresses', () => {
    const files = { AI_TLS_PORT: '443', TLS_CERT_FILE: 'a/cert.pem', TLS_KEY_FILE: '/b/key.pem' }
    expect(readConfig(files).tls).toEqual({
      certFile: resolve('a/cert.pem'),
      keyFile: '/b/key.pem',
      challengeDir: undefined,
      allowed: ['127.0.0.0/8', '::1'],
      blockedAgents: ['bot', 'crawler', 'spider', 'scraper', 'facebook', 'telegram', 'whatsapp'],
    })
    const named = { ALLOWED_IPS: '192.0.2.7, ::1', ALLOWED_NETWORKS: '10.0.0.0/8', BLOCKED_AGENTS: ' Curl , wget' }
    expect(readConfig({ ...files, ...named, ACME_CHALLENGE_DIR: 'c' }).tls).toMatchObject({
      challengeDir: resolve('c'),
      allowed: ['192.0.2.7', '::1', '10.0.0.0/8'],
      blockedAgents: ['curl', 'wget'],
    })
    expect(readConfig({ ...files, ALLOWED_NETWORKS: '10.0.0.0/8' }).tls?.allowed).toEqual(['10.0.0.0/8'])
  })

  it('reports that a network is not an address, and which setting accepts networks', () => {
    expect(faultsIn({ ALLOWED_IPS: '10.0.0.1, 10.0.0.0/8' })).toEqual([
      'ALLOWED_IPS: must be IP addresses; number 2 looks like a network, which belongs to ALLOWED_NETWORKS',
    ])
  })

  it.each([
    ['ALLOWED_IPS', '10.0.0.1,'],
    ['ALLOWED_IPS', '10.0.0.0/8'],
    ['ALLOWED_IPS', 'host.example'],
    ['ALLOWED_IPS', 'fe80::1%eth0'],
    ['ALLOWED_NETWORKS', '10.0.0.0/33'],
    ['ALLOWED_NETWORKS', '10.0.0/8'],
    ['ALLOWED_NETWORKS', '::1/129'],
    ['BLOCKED_AGENTS', 'bot,,spider'],
  ])('refuses %s=%s with one sentence that begins with the name', (name, value) => {
    expect(faultsIn({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: must be`))])
  })
})

describe('the ports', () => {
  it('refuses one port for two listeners, but any number of free ones', () => {
    expect(faultsIn({ ADMIN_PORT: '8080' })).toEqual(['ADMIN_PORT: must differ from APP_PORT'])
    expect(faultsIn({ CHATLOG_PORT: '9', ADMIN_PORT: '9' })).toEqual(['ADMIN_PORT: must differ from CHATLOG_PORT'])
    expect(readConfig({ APP_PORT: '0', CHATLOG_PORT: '0' }).ports).toMatchObject({ app: 0, chatlog: 0 })
  })

  it('serves the earlier AI lines on a port of their own, if any', () => {
    expect(readConfig({}).ports).not.toHaveProperty('legacy')
    expect(readConfig({ AI_LEGACY_PORT: '8005' })).toMatchObject({
      ports: { legacy: 8005 },
      earlierLines: { korean: undefined, roleplay: undefined, atOnce: 2 },
    })
    expect(readConfig({ AI_LEGACY_PORT: '0', KOREAN_MODEL: 'scripted:' }).earlierLines.korean?.kind).toBe('scripted')
    expect(faultsIn({ AI_LEGACY_PORT: '8001' })).toEqual(['AI_LEGACY_PORT: must differ from AI_GATEWAY_PORT'])
    expect(faultsIn({ ROLEPLAY_MODEL: 'm.gguf' })).toEqual([
      'ROLEPLAY_MODEL: is only asked on AI_LEGACY_PORT, which is unset',
    ])
  })

  it('allows the default port of a role that runs in another process', () => {
    expect(readConfig({ APP_PORT: '3001', ROLES: 'app,chatlog' }).ports.app).toBe(3001)
    expect(readConfig({ APP_PORT: '8000', ROLES: 'app' }).ports.app).toBe(8000)
  })
})

it('a refresh token is valid for 30 days, or as long as an access token if that is longer', () => {
  expect(readConfig({ JWT_TTL_MS: '3000000000' }).refreshLifetimeMs).toBe(3_000_000_000)
  expect(readConfig({ REFRESH_TTL_MS: '86400000' }).refreshLifetimeMs).toBe(86_400_000)
  expect(faultsIn({ REFRESH_TTL_MS: '86399999' })).toEqual(['REFRESH_TTL_MS: must not be less than JWT_TTL_MS'])
})

it('single bounds of sockets are replaced, and all their faults are reported', () => {
  const { socketLimits } = readConfig({ SOCKET_LIMITS: '{"perUser":7}' })
  expect(socketLimits).toEqual({
    ...{ perUser: 7, perAddress: 500, perProcess: 10_000, connectionsPerAddress: 1_000 },
    ...{ subscriptionsPerUser: 200, subscriptionsPerAddress: 100, subscriptionsPerProcess: 20_000 },
  })
  expect(faultsIn({ SOCKET_LIMITS: '{"perUser":0,"perTab":1}' })).toEqual([
    'SOCKET_LIMITS: must give perUser as a whole number from 1 to 1000000',
    'SOCKET_LIMITS: knows only perUser, perAddress, perProcess, subscriptionsPerUser, subscriptionsPerAddress, subscriptionsPerProcess, connectionsPerAddress',
  ])
  expect(faultsIn({ SOCKET_LIMITS: '7' })).toEqual(['SOCKET_LIMITS: must be a JSON object such as {"perUser":100}'])
})

it('single thresholds of the load are replaced or switched off, and all their faults are reported', () => {
  expect(readConfig({ LOAD_LIMITS: '{"eventLoopMs":false}' }).loadLimits).toMatchObject({
    eventLoopMs: undefined,
    heapShare: 0.9,
  })
  expect(faultsIn({ LOAD_LIMITS: '{"eventLoopMs":0.5,"heapShare":2,"cpu":1}' })).toEqual([
    'LOAD_LIMITS: must give eventLoopMs as a whole number from 1 to 2147483647, or as false for no limit',
    'LOAD_LIMITS: must give heapShare as a number above 0 and up to 1, or as false for no limit',
    'LOAD_LIMITS: knows only eventLoopMs, heapShare, unsentPerClient, unsentPerProcess',
  ])
})

describe('RATE_LIMITS', () => {
  it.each<[text: string, expected: object]>([
    ['{"login":{"perAddress":7}}', { login: { perAddress: 7, perAccount: 10 } }],
    ['{"guestBytes":{"perAddress":false}}', { guestBytes: { perAddress: undefined } }],
    ['{"send":{"perAccount":false,"windowMs":1}}', { send: { windowMs: 1 } }],
  ])('replaces single values by %s', (text, expected) => {
    expect(readConfig({ RATE_LIMITS: text }).rateLimits).toMatchObject(expected)
  })

  it.each([
    '100',
    '{"login":100}',
    '{"logins":{}}',
    '{"login":{"perAddress":0}}',
    '{"login":{"perAddress":true}}',
    '{"register":{"perAccount":5}}',
    '{"apiKey":{"perAccount":5}}',
    '{"guestBytes":{"perAccount":5}}',
    '{"verify":{"windowMs":"600000"}}',
  ])('refuses %s with one sentence', (text) => {
    const faults = faultsIn({ RATE_LIMITS: text })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^RATE_LIMITS: \S+/)
  })

  it('reports every fault of the rate limits, and no valid limit', () => {
    const RATE_LIMITS = JSON.stringify({ logins: {}, login: { perAddress: -1, often: 2 }, send: null })
    expect(faultsIn({ RATE_LIMITS })).toEqual([
      'RATE_LIMITS: must give login.perAddress as a whole number from 1 to 1000000000, or as false for no limit',
      'RATE_LIMITS: knows of login only perAddress, perAccount, windowMs',
      'RATE_LIMITS: must give send as an object such as {"login":{"perAddress":200}}',
      'RATE_LIMITS: knows only login, register, send, mail, verify, wrongCode, secondFactor, apiKey, refresh, guestRoom, guestEntry, guestBytes, shareLink, tokenCount',
    ])
    const { send } = readConfig({ RATE_LIMITS: '{"send":{"perAccount":false}}' }).rateLimits
    expect(send).toEqual({ perAddress: 100, perAccount: undefined, windowMs: 600_000 })
  })
})

describe('the faults of a configuration', () => {
  it('include every wrong value of a list, and each fault once', () => {
    expect(
      faultsIn({ TRUSTED_PROXIES: '10.0.0.0/8, proxy.example, ::1, 10.0.0.0/33', ROLES: 'cook,app,waiter' }),
    ).toEqual([
      'ROLES: must be names separated by commas, of app, chatlog, admin, gateway, office, character',
      'TRUSTED_PROXIES: must be IP addresses and networks such as 10.0.0.0/8, separated by commas; number 2 is none',
      'TRUSTED_PROXIES: must be IP addresses and networks such as 10.0.0.0/8, separated by commas; number 4 is none',
    ])
  })

  it('include those between settings even when another setting is faulty', () => {
    const ports = { APP_PORT: 'x', CHATLOG_PORT: '9', ADMIN_PORT: '9' }
    expect(faultsIn({ ...ports, JWT_TTL_MS: 'x', REFRESH_TTL_MS: '1' })).toEqual([
      'APP_PORT: must be a whole number from 0 to 65535',
      'JWT_TTL_MS: must be a whole number from 1 to 3155760000000',
      'ADMIN_PORT: must differ from CHATLOG_PORT',
      'REFRESH_TTL_MS: must not be less than JWT_TTL_MS',
    ])
  })

  it('never result from the default of a faulty setting', () => {
    expect(faultsIn({ APP_PORT: 'x', CHATLOG_PORT: '8080' })).toEqual([
      'APP_PORT: must be a whole number from 0 to 65535',
    ])
  })

  it('include fewer entries of a history than every prompt has, and more than a page of the log', () => {
    for (const value of ['9', '101', 'all'])
      expect(faultsIn({ HISTORY_ENTRIES: value })).toEqual(['HISTORY_ENTRIES: must be a whole number from 10 to 100'])
  })

  it('include every value of a JSON object, even with names of JavaScript', () => {
    const known = 'maxTokens, temperature, topP, topK, minP, repeatPenalty, frequencyPenalty, presencePenalty'
    expect(faultsIn({ OFFICE_SAMPLING: '{"topK":1.5,"minP":2,"constructor":1}' })).toEqual([
      'OFFICE_SAMPLING: must give topK as a whole number from 0 to 65536',
      'OFFICE_SAMPLING: must give minP as a number from 0 to 1',
      `OFFICE_SAMPLING: knows only ${known}`,
    ])
    expect(faultsIn({ CHARACTER_SAMPLING: '{"__proto__":1}' })).toEqual([`CHARACTER_SAMPLING: knows only ${known}`])
  })

  it.each([
    ['postgres://u:p@ss/w#rd@host/db', 'percent-encoded password'],
    ['postgres://u:p/w@host/db', 'percent-encoded password'],
    ['postgres://u:p#w@host/db', 'percent-encoded password'],
    ['postgres://u:p?w@host/db', 'percent-encoded password'],
    ['postgres://u:p@/db?host=/run/postgresql', '@%2Frun%2Fpostgresql/'],
    ['postgres://u@host:port/db', 'host or port is wrong'],
    ['host/db', 'begins with postgres://'],
  ])('name the part of DATABASE_URL that is wrong: %s', (DATABASE_URL, words) => {
    expect(faultsIn({ DATABASE_URL })).toEqual([expect.stringContaining(words)])
  })

  it.each([
    'postgres://u:p%40ss%2Fw%23rd@host/db',
    'postgres://u:p@ss@host:5432/db?sslmode=require',
    'postgresql://host/db',
    'postgres://u:p@%2Frun%2Fpostgresql/db',
    'postgres:///db?host=/run/postgresql&user=a@b',
    'postgres://u@host/db?options=-c%20x%3Dy@z',
  ])('say nothing of %s', (DATABASE_URL) => {
    expect(faultsIn({ DATABASE_URL })).toEqual([])
  })

  it('name the origin of a list that is none, and why', () => {
    const expected =
      'CORS_ORIGINS: must be *, or loopback and origins such as https://chat.example or capacitor://localhost, separated by commas'
    const reasons = [
      ['https://a.example/parley', 'number 2 has a path, which an origin does not have'],
      ['null', 'number 2 is shared by all pages of files, which only * allows'],
      ['a.example', 'number 2 is none'],
    ] as const
    for (const [word, reason] of reasons)
      expect(faultsIn({ CORS_ORIGINS: `tauri://localhost, ${word}` })).toEqual([`${expected}; ${reason}`])
  })

  it('include the full address of a receiver of traces', () => {
    for (const end of ['', '/'])
      expect(faultsIn({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:4318/v1/traces${end}` })).toEqual([
        'OTEL_EXPORTER_OTLP_ENDPOINT: must be the address before /v1/traces, which is added to it',
      ])
  })

  it('never repeat a secret', () => {
    const secrets = {
      JWT_SECRET: 'hush-1',
      SERVICE_TOKEN: 'hush 2',
      DATABASE_URL: 'mysql://u:hush-3@h/d',
      PUBLIC_URL: 'https://u:hush-4@h',
      CORS_ORIGINS: 'https://u:hush-5@h',
      REDIS_URL: 'redis://:hush-6@h/db',
      IMAGES_URL: 's3://hush-11:hush-11@bucket',
      AWS_SECRET_ACCESS_KEY: 'hush 12',
      ROLES: 'hush-7',
      HOSTED_API_KEY: 'hush 8',
      HOSTED_BASE_URL: 'https://u:hush-9@h',
      HOSTED_MODELS: 'hush-10',
    }
    const said = faultsIn(secrets)
    expect(said).toHaveLength(Object.keys(secrets).length)
    expect(said.join()).not.toContain('hush')
  })
})
