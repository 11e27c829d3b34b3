import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import type { Environment } from '../../src/config/env.js'
import { isProtectedRedis } from '../../src/config/network/redis-url.js'
import { faultsIn } from '../support/app/config-faults.js'

describe('the configuration of an inference server', () => {
  it.each<[value: string, expected: object]>([
    ['openai:http://[::1]:8000/v1/#org/model:7b', { baseUrl: 'http://[::1]:8000/v1', model: 'org/model:7b' }],
    ['openai:https://models.example#a#b', { baseUrl: 'https://models.example', model: 'a#b' }],
  ])('is read from LOCAL_MODEL=%s', (value, expected) => {
    const env = { LOCAL_MODEL: value, LOCAL_MODEL_API_KEY: 'k-~!', AI_LEGACY_PORT: '1', KOREAN_MODEL: value }
    const { model, earlierLines } = readConfig(env)
    const server = { kind: 'server', ...expected }
    expect([model.local, model.serverKey, earlierLines.korean]).toEqual([server, 'k-~!', server])
  })

  const address = 'LOCAL_MODEL: must have http:// or https://, a host, and perhaps a port and a path after openai:'
  const name = 'LOCAL_MODEL: must end in # and the name that the inference server has for the model'
  it.each([
    ['openai:', address],
    ['openai:hush', address],
    ['openai:hush:8000/v1#m', address],
    ['openai:ftp://hush/v1#m', address],
    ['openai:http://hush:99999/v1#m', address],
    ['openai:http://h/v1?key=hush#m', address],
    ['openai:http://h/v1', name],
    ['openai:http://h/v1#', name],
    [
      'openai:http://h/v1#hush hush',
      'LOCAL_MODEL: must name the model by 1 to 200 printable ASCII characters without spaces',
    ],
    [
      'openai:https://me:hush@h/v1#m',
      'LOCAL_MODEL: must hold no user name and no password; LOCAL_MODEL_API_KEY is the key',
    ],
    [
      'hf:someone',
      'LOCAL_MODEL: must be hf:user/repository/file.gguf, hf:user/repository:quantization, the https address of a .gguf file, or openai: with the address of an inference server, # and the name of its model',
    ],
  ])('is refused, without its value: LOCAL_MODEL=%s', (value, fault) => {
    expect(faultsIn({ LOCAL_MODEL: value })).toEqual([fault])
  })

  it('has a key that a header can carry', () => {
    const fault = 'LOCAL_MODEL_API_KEY: must be at most 1024 printable ASCII characters without spaces'
    expect(faultsIn({ LOCAL_MODEL_API_KEY: 'hush hush' })).toEqual([fault])
  })
})

describe('the configuration of hosted models', () => {
  const common = { HOSTED_API_KEY: 'k-~!', HOSTED_BASE_URL: 'http://models:8000/v1/', MINE: 'own-key' }
  const at = { baseUrl: 'http://models:8000/v1', apiKey: 'k-~!', isKeyless: false }
  const own = { model: 'm', baseUrl: 'https://own.example/v1' }

  it.each<[models: object, expected: object]>([
    [{}, { hosted4o_mini: { model: 'hosted-4o-mini', ...at } }],
    [
      { 'hosted4.1': 'o/other:1', mine: 'm' },
      { 'hosted4.1': { model: 'o/other:1', ...at }, mine: { model: 'm', ...at } },
    ],
    [{ mine: { model: 'm' } }, { mine: { model: 'm', ...at } }],
    [{ mine: { model: 'm', apiKeyEnv: 'MINE' } }, { mine: { model: 'm', ...at, apiKey: 'own-key' } }],
    [{ mine: { ...own, baseUrl: `${own.baseUrl}/` } }, { mine: { ...own, apiKey: undefined, isKeyless: true } }],
    [{ mine: { model: 'm', vision: true } }, { mine: { ...at, model: 'm', hasVision: true } }],
    [
      {
        mine: {
          ...{ model: 'm', label: 'Mine', contextTokens: 128_000, silenceMs: 5_000 },
          parameters: { max_tokens: 'max_completion_tokens', top_p: false },
        },
      },
      {
        mine: {
          ...{ ...at, model: 'm', label: 'Mine', contextTokens: 128_000, silenceMs: 5_000 },
          parameters: { max_tokens: 'max_completion_tokens', top_p: false },
        },
      },
    ],
    [{ mine: { ...own, apiKeyEnv: 'MINE' } }, { mine: { ...own, apiKey: 'own-key', isKeyless: false } }],
  ])('is read from HOSTED_MODELS=%j', (models, expected) => {
    expect(readConfig({ ...common, HOSTED_MODELS: JSON.stringify(models) }).hosted).toMatchObject(expected)
  })

  it.each<[name: string, value: string]>([
    ['HOSTED_API_KEY', 'two words'],
    ['HOSTED_API_KEY', 'clé'],
    ['HOSTED_BASE_URL', 'models.example/v1'],
    ['HOSTED_BASE_URL', 'https://me:pass@models.example'],
    ['HOSTED_BASE_URL', 'https://models.example/v1?x=1'],
    ['HOSTED_MODELS', '["hosted4.1"]'],
    ['HOSTED_MODELS', '{"Local":"m"}'],
    ['HOSTED_MODELS', '{"performance":"m"}'],
    ['HOSTED_MODELS', '{"a/b":"m"}'],
    ['HOSTED_MODELS', '{"__proto__":"m"}'],
  ])('refuses %s=%s with one sentence, which has nothing of the value', (name, value) => {
    const faults = faultsIn({ [name]: value })
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: \\S+`))])
    expect(faults[0]).not.toContain(value)
  })

  const kind =
    'the name of a model, or an object of model, baseUrl, apiKeyEnv, vision, tools, thoughts, label, contextTokens, silenceMs and parameters'
  const names =
    'parameters such as {"max_tokens":"max_completion_tokens","temperature":false}, of max_tokens, temperature, top_p, frequency_penalty, presence_penalty, stop, seed, stream_options, parallel_tool_calls'
  it.each<[value: unknown, fault: string]>([
    [5, `must give mine ${kind}`],
    [['hush'], `must give mine ${kind}`],
    [{ model: 'm', apiKey: 'hush' }, `must give mine ${kind}`],
    ['hush hush', 'must give mine a model of 1 to 200 printable ASCII characters without spaces'],
    [{ model: '' }, 'must give mine a model of 1 to 200 printable ASCII characters without spaces'],
    [
      { model: 'm', baseUrl: 'https://me:hush@own.example' },
      'must give mine a baseUrl of http:// or https://, a host, and perhaps a port and a path',
    ],
    [
      { model: 'm', apiKeyEnv: 'hush-key' },
      'must give mine an apiKeyEnv that names a variable; the key is the value of that variable',
    ],
    [{ model: 'm', label: ' ' }, 'must give mine a label of 1 to 100 characters'],
    [{ model: 'm', contextTokens: 1 }, 'must give mine contextTokens as a whole number from 256 to 100000000'],
    [{ model: 'm', silenceMs: 300_001 }, 'must give mine a silenceMs from 1 to 300000, in milliseconds'],
    ...[5, { messages: false }, { top_p: true }, { top_p: 'hush hush' }].map((parameters): [object, string] => [
      { model: 'm', parameters },
      `must give mine ${names}`,
    ]),
    [{ model: 'm', apiKeyEnv: 'hush_key' }, 'must give mine an apiKeyEnv that is set; that variable is not'],
    [
      { model: 'm', apiKeyEnv: 'SPACED' },
      'gives mine a variable whose value must be at most 1024 printable ASCII characters without spaces',
    ],
  ])('names the alias of a wrong entry, and repeats nothing else: %j', (entry, fault) => {
    const faults = faultsIn({ HOSTED_MODELS: JSON.stringify({ mine: entry }), SPACED: 'hush hush' })
    expect(faults).toEqual([`HOSTED_MODELS: ${fault}`])
  })
})

describe('the configuration of the web search', () => {
  it.each<[environment: Record<string, string>, search: object | undefined]>([
    [{}, undefined],
    [
      { SEARCH_PROVIDER: 'searxng', SEARCH_URL: 'http://searx:8080/x' },
      { provider: 'searxng', url: 'http://searx:8080/x' },
    ],
    [
      { SEARCH_PROVIDER: 'brave', SEARCH_API_KEY: 'k' },
      { provider: 'brave', apiKey: 'k' },
    ],
    [
      { SEARCH_PROVIDER: 'google', SEARCH_API_KEY: 'k', SEARCH_URL: 'https://g.example/v1?cx=e' },
      { provider: 'google', url: 'https://g.example/v1?cx=e', apiKey: 'k' },
    ],
    [{ SEARCH_PROVIDER: 'duckduckgo' }, { provider: 'duckduckgo' }],
  ])('is read from %j', (environment, search) => {
    expect(readConfig(environment).search).toEqual(search)
  })

  it.each<[environment: Record<string, string>, fault: string]>([
    [{ SEARCH_PROVIDER: 'hush' }, 'SEARCH_PROVIDER: must be one of searxng, brave, google, duckduckgo'],
    [{ SEARCH_URL: 'http://hush' }, 'SEARCH_PROVIDER: must be set with the rest of SEARCH'],
    [{ SEARCH_API_KEY: 'hush' }, 'SEARCH_PROVIDER: must be set with the rest of SEARCH'],
    [{ SEARCH_PROVIDER: 'searxng' }, 'SEARCH_URL: must be set for searxng: where the instance is'],
    [{ SEARCH_PROVIDER: 'brave' }, 'SEARCH_API_KEY: must be set for this provider'],
    [{ SEARCH_PROVIDER: 'duckduckgo', SEARCH_API_KEY: 'hush' }, 'SEARCH_API_KEY: must be unset: duckduckgo has no key'],
    [
      { SEARCH_PROVIDER: 'google', SEARCH_API_KEY: 'hush', SEARCH_URL: 'https://g.example/v1?cx=' },
      'SEARCH_URL: must be set for google, with the id of the search engine as ?cx=',
    ],
    [
      { SEARCH_PROVIDER: 'searxng', SEARCH_URL: 'http://u:hush@h/' },
      'SEARCH_URL: must be http:// or https://, a host, and perhaps a port, a path and a query',
    ],
    [
      { SEARCH_PROVIDER: 'brave', SEARCH_API_KEY: 'hush hush' },
      'SEARCH_API_KEY: must be at most 1024 printable ASCII characters without spaces',
    ],
  ])('lacks something in %j, and says what', (environment, fault) => {
    expect(faultsIn(environment)).toEqual([fault])
  })
})

describe('IMAGES_URL', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'a/b+c=' }
  const region = 'us-east-1'

  it.each([
    [
      's3://pictures?endpoint=http://127.0.0.1:7070',
      { bucket: 'pictures', prefix: '', endpoint: 'http://127.0.0.1:7070', region },
    ],
    [
      's3://pictures/?endpoint=https://s3.example/',
      { bucket: 'pictures', prefix: '', endpoint: 'https://s3.example', region },
    ],
    [
      's3://my.pictures/chat/v1.0_a-b/?endpoint=http://minio:9000&region=eu-north-1',
      { bucket: 'my.pictures', prefix: 'chat/v1.0_a-b', endpoint: 'http://minio:9000', region: 'eu-north-1' },
    ],
    [
      's3://pictures?region=eu-north-1',
      { bucket: 'pictures', prefix: '', endpoint: 'https://s3.eu-north-1.amazonaws.com', region: 'eu-north-1' },
    ],
  ])('accepts %s', (IMAGES_URL, place) => {
    const key = { accessKeyId: 'AKIA', secretAccessKey: 'a/b+c=' }
    expect(readConfig({ IMAGES_URL, ...keys }).imageBucket).toEqual({ ...place, ...key })
  })

  it.each([
    ...[
      'pictures',
      's3://',
      's3:///chat',
      's3://pictures',
      's3://pictures?endpoint=',
      's3://pictures?endpoint=s3.example',
    ],
    ...['s3://Pictures?region=a', 's3://a?region=a', 's3://-pictures?region=a', 's3://key:secret@pictures?region=a'],
    ...[
      's3://pictures/../x?region=a',
      's3://pictures/a//b?region=a',
      's3://pictures/a+b?region=a',
      's3://pictures/é?region=a',
    ],
    ...[
      's3://pictures?region=a&region=b',
      's3://pictures?region=a&acl=public',
      's3://pictures?region=A B',
      's3://pictures?region=a#x',
    ],
    ...['s3://pictures?endpoint=https://s3.example/path', 's3://pictures?endpoint=https://key:secret@s3.example'],
    `s3://pictures/${'a'.repeat(201)}?region=a`,
  ])('refuses %s', (IMAGES_URL) => {
    expect(faultsIn({ IMAGES_URL, ...keys })).toEqual([
      'IMAGES_URL: must be s3://, a bucket and perhaps a prefix, then ?endpoint=https://host:port, ?region=..., or both',
    ])
  })

  it.each(['http://203.0.113.1:9000', 'http://[2001:db8::1]'])(
    'demands encryption at a public address: %s',
    (endpoint) => {
      expect(faultsIn({ IMAGES_URL: `s3://pictures?endpoint=${endpoint}`, ...keys })).toEqual([
        'IMAGES_URL: must have an endpoint with https://, since its address is public',
      ])
    },
  )

  it('needs a key, and accepts a session token with it', () => {
    const IMAGES_URL = 's3://pictures?region=eu-north-1'
    expect(faultsIn({ IMAGES_URL })).toEqual([
      'AWS_ACCESS_KEY_ID: is needed for IMAGES_URL',
      'AWS_SECRET_ACCESS_KEY: is needed for IMAGES_URL',
    ])
    const AWS_SESSION_TOKEN = 'x'.repeat(2_000)
    expect(readConfig({ IMAGES_URL, ...keys, AWS_SESSION_TOKEN }).imageBucket?.sessionToken).toBe(AWS_SESSION_TOKEN)
  })

  it('is unset by default, whatever keys the environment has', () => {
    expect(readConfig(keys).imageBucket).toBeUndefined()
  })
})

describe('SMTP_URL', () => {
  const plain = { isSecure: false, requiresTls: false, checksCertificate: true }

  it.each([
    ['smtp://mail.example', { ...plain, host: 'mail.example', port: 587 }],
    ['smtp://127.0.0.1:2525', { ...plain, host: '127.0.0.1', port: 2525 }],
    ['smtp://[::1]:25/', { ...plain, host: '::1', port: 25 }],
    ['SMTPS://mail.example', { ...plain, host: 'mail.example', port: 465, isSecure: true }],
    // a password is not sent in the clear over a network, unless that is configured
    [
      'smtp://ada:p%40ss%2Fword@mail.example',
      {
        ...plain,
        host: 'mail.example',
        port: 587,
        requiresTls: true,
        credentials: { user: 'ada', password: 'p@ss/word' },
      },
    ],
    [
      'smtp://ada:x@mail.example?requireTLS=false',
      { ...plain, host: 'mail.example', port: 587, credentials: { user: 'ada', password: 'x' } },
    ],
    ['smtp://ada:x@localhost', { ...plain, host: 'localhost', port: 587, credentials: { user: 'ada', password: 'x' } }],
    [
      'smtp://mail.example:25/?requireTLS=true&tls.rejectUnauthorized=false',
      { host: 'mail.example', port: 25, isSecure: false, requiresTls: true, checksCertificate: false },
    ],
  ])('reads %s', (url, smtp) => {
    expect(readConfig({ SMTP_URL: url }).mail.smtp).toEqual(smtp)
  })

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp:///mail',
    'smtp://mail.example/path',
    'smtp://mail.example#x',
    'smtp://mail.example:0',
    'smtp://mail.example:99999',
    'smtp://ma il.example',
    'smtp://mail_@/x',
    'smtp://mail%2e.example',
    'smtp://ada:%zz@mail.example',
    'smtp://mail.example?pool=false',
    'smtp://mail.example?requireTLS=yes',
    'smtp://mail.example?socketTimeout=0',
  ])('refuses %s, without repeating it', (url) => {
    const faults = faultsIn({ SMTP_URL: url })
    expect(faults).toEqual([expect.stringMatching(/^SMTP_URL: must be smtp:\/\/ or smtps:\/\//)])
    expect(faults.join()).not.toContain('mail.example')
  })
})

describe('MAIL_FROM', () => {
  it.each([
    ['post@chat.example', { name: undefined, address: 'post@chat.example' }],
    ['Our Chat <post@chat.example>', { name: 'Our Chat', address: 'post@chat.example' }],
    ['Grüße, von uns <post@localhost>', { name: 'Grüße, von uns', address: 'post@localhost' }],
  ])('reads %s', (text, from) => {
    expect(readConfig({ MAIL_FROM: text }).mail.from).toEqual(from)
  })

  it.each([
    '',
    'Parley',
    'a@b, c@d',
    'Parley <a@b',
    'Parley <a@b> more',
    'a@b\r\nBcc: c@d',
    'x\n<a@b>',
    '"x" <a@b>',
    '<>',
  ])('refuses %j', (text) => {
    expect(faultsIn({ MAIL_FROM: text })).toEqual([expect.stringMatching(/^MAIL_FROM: must be an e-mail address/)])
  })

  it.each([
    ['https://chat.example:8443', 'no-reply@chat.example'],
    ['http://192.0.2.1', 'no-reply@localhost'],
    ['http://[::1]:8080', 'no-reply@localhost'],
  ])('is made from PUBLIC_URL %s when it is unset', (url, address) => {
    expect(readConfig({ PUBLIC_URL: url }).mail.from).toEqual({ name: undefined, address })
  })
})

describe('REDIS_URL', () => {
  it.each([
    ...['redis://127.0.0.1', 'redis://localhost:6390/3', 'redis://[::1]/', 'redis://redis:6379', 'redis://10.1.2.3'],
    ...['redis://172.31.0.1', 'redis://[fd00::1]', 'rediss://user:p%40ss@203.0.113.1:6380/0'],
  ])('accepts %s', (REDIS_URL) => {
    expect(readConfig({ REDIS_URL }).redisUrl).toBe(REDIS_URL)
  })

  it.each([
    ...['h:6379', 'http://h', 'redis://', 'redis://:6379', 'redis://h/db', 'redis://h?db=1', 'redis://h#1'],
    ...['redis://:%zz@h', 'redis://h:65536', 'redis://h h', '/run/redis.sock'],
  ])('refuses %s', (REDIS_URL) => {
    expect(faultsIn({ REDIS_URL })).toEqual([
      'REDIS_URL: must be a URL such as rediss://user:password@host:6379 or redis://127.0.0.1:6379/0',
    ])
  })

  it.each(['redis://:hush@203.0.113.1', 'rediss://203.0.113.1', 'rediss://[2001:db8::1]', 'redis://172.32.0.1'])(
    'demands encryption and a password at a public address: %s',
    (REDIS_URL) => {
      expect(faultsIn({ REDIS_URL })).toEqual([
        'REDIS_URL: must begin with rediss:// and have a password, since its address is public',
      ])
    },
  )

  it.each([
    ['redis://localhost', true],
    ['rediss://:secret@10.0.0.1', true],
    ['redis://:secret@10.0.0.1', false],
    ['rediss://redis.example', false],
  ])('%s is protected: %s', (url, isProtected) => {
    expect(isProtectedRedis(url)).toBe(isProtected)
  })
})

describe('the configuration of a sign-in provider', () => {
  const client = { SOCIAL_B_CLIENT_ID: 'c', SOCIAL_B_CLIENT_SECRET: 's' }
  const urls = {
    SOCIAL_B_AUTHORIZE_URL: 'https://id.example/authorize?for=apps',
    SOCIAL_B_TOKEN_URL: 'https://id.example/token',
    SOCIAL_B_USERINFO_URL: 'http://127.0.0.1:9/me',
  }
  const names = (environment: Environment) => faultsIn(environment).map((fault) => fault.split(':')[0])

  it('accepts an issuer, or the three addresses', () => {
    const known = { id: 'social-b', clientId: 'c', clientSecret: 's' }
    expect(readConfig({ ...client, SOCIAL_B_ISSUER: 'https://id.example/tenant' }).social).toEqual([
      {
        ...known,
        name: 'social-b',
        scope: undefined,
        endpoints: { kind: 'openid', issuer: 'https://id.example/tenant' },
      },
    ])
    expect(readConfig({ ...client, ...urls, SOCIAL_B_NAME: 'Our friends', SOCIAL_B_SCOPE: 'a b' }).social).toEqual([
      {
        ...known,
        name: 'Our friends',
        scope: 'a b',
        endpoints: {
          kind: 'oauth2',
          authorizeUrl: urls.SOCIAL_B_AUTHORIZE_URL,
          tokenUrl: urls.SOCIAL_B_TOKEN_URL,
          userinfoUrl: urls.SOCIAL_B_USERINFO_URL,
        },
      },
    ])
  })

  it.each<[string, Environment, readonly string[]]>([
    ['a label alone', { SOCIAL_B_NAME: 'x' }, ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER']],
    ['a client alone', client, ['ISSUER']],
    ['an issuer alone', { SOCIAL_B_ISSUER: 'https://id.example' }, ['CLIENT_ID', 'CLIENT_SECRET']],
    ['one address', { ...client, SOCIAL_B_TOKEN_URL: 'https://id.example' }, ['AUTHORIZE_URL', 'USERINFO_URL']],
    ['both', { ...client, ...urls, SOCIAL_B_ISSUER: 'https://id.example' }, ['ISSUER']],
  ])('refuses %s by the names at fault', (_what, environment, missing) => {
    expect(names(environment)).toEqual(missing.map((name) => `SOCIAL_B_${name}`))
  })

  it.each([
    ['ISSUER', 'http://id.example'],
    ['ISSUER', 'http://127.0.0.1.example'],
    ['ISSUER', 'https://id.example?a=b'],
    ['ISSUER', 'https://me:secret@id.example'],
    ['ISSUER', 'id.example'],
    ['ISSUER', 'file:///etc/passwd'],
    ['NAME', ' x'],
    ['NAME', 'x'.repeat(51)],
    ['SCOPE', 'a\nb'],
  ])('refuses %s=%s', (name, value) => {
    const environment = { ...client, SOCIAL_B_ISSUER: 'https://id.example', [`SOCIAL_B_${name}`]: value }
    const faults = faultsIn(environment)
    expect(faults).toEqual([expect.stringMatching(`^SOCIAL_B_${name}: must be `)])
    expect(faults[0]).not.toContain('secret')
  })

  it('refuses one label for two providers', () => {
    const other = { SOCIAL_A_CLIENT_ID: 'c', SOCIAL_A_CLIENT_SECRET: 's', SOCIAL_A_ISSUER: 'https://id.example' }
    expect(faultsIn({ ...other, ...client, ...urls, SOCIAL_B_NAME: 'social-a' })).toEqual([
      'SOCIAL_B_NAME: must differ from the one of SOCIAL_A',
    ])
  })
})
