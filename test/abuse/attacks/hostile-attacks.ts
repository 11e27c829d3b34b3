import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { limits, socketMessageBytes } from '../../../src/limits.js'
import {
  compressedChunk,
  exifWith,
  internationalChunk,
  rawArchive,
  webpWith,
} from '../../support/characters/card-files.js'
import { bomb, chunk, hugeCanvas, webpOf } from '../../support/images/pictures.js'
import type { Attack } from './attack.js'
import { appOf, http } from './list-attacks.js'
import { inLine, withoutRateLimits, withTrustedDocuments } from './profiles.js'
import { restRows, type RestRow } from './rest-routes.js'
import { megabytes, type HttpRequest, type AttackOutcome } from '../attackers/tactic.js'
import type { World } from '../world.js'

/** A refusal contains a bounded number of faults, each with a bounded quote. */
const largestRefusal = 65_536

/** Just below the limit of a request. */
const mostBytes = 1_000_000
/** Just below the bound of a socket message. */
const mostSocketBytes = socketMessageBytes(limits.messageLength) - 8_000

const unknownKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${String(key).padStart(5, '0')}`, 0]))
const longKey = (key: number, bytes: number) => String(key).padStart(Math.floor(bytes / 900) - 10, 'n')
const nested = (depth: number) => `${'[['.repeat(depth / 2)}${']]'.repeat(depth / 2)}`

/** Variables that are expensive to read completely. */
function hostileVariables(bytes: number): readonly string[] {
  const keys = JSON.stringify({ i: unknownKeys(Math.floor(bytes / 10.5)) })
  // as many faults as the bounds of variables allow
  const faults = JSON.stringify({
    i: Object.fromEntries(Array.from({ length: 900 }, (_, key) => [longKey(key, bytes), 0])),
  })
  const longName = JSON.stringify({ i: { ['n'.repeat(bytes)]: 0 } })
  const longValue = JSON.stringify({ i: { email: 'v'.repeat(bytes), password: [] } })
  const deep = `{"i":${nested(Math.floor(bytes / 2) & ~1)}}`
  const many = JSON.stringify({ i: { email: Array.from({ length: Math.floor(bytes / 2.1) }, () => 0) } })
  return [keys, faults, longName, longValue, deep, many]
}

const query = 'mutation ($i: LoginInput!) { login(input: $i) { token } }'
const body = (variables: string) => `{"query":${JSON.stringify(query)},"variables":${variables}}`

/** Bodies and variables that are slow to read, or that their refusals quote. */
export function hostileAttacks(): readonly Attack[] {
  return [
    overHttp,
    ...(['/graphql', '/graphql/stream'] as const).map(largeBodies),
    overSockets,
    hostileCards,
    hostileLorebooks,
    hostilePlaceholders,
    hostilePersonas,
    manyPictures,
    unknownHashes,
    manyFields,
    ...bodyAttacks(),
  ]
}

const overHttp: Attack = {
  name: 'hostile variables over HTTP',
  profile: withoutRateLimits,
  tactics: (_, server) =>
    hostileVariables(mostBytes).map((variables) => ({
      ...http(appOf(server), [{ method: 'POST', path: '/graphql', body: body(variables) }]),
      clients: 4,
      seconds: 2,
      reads: 'whole',
    })),
  faults: refusalFaults,
}

/** As many bodies of a megabyte at once as one address sends in a few seconds: they are parsed in turn with others. */
function largeBodies(path: '/graphql' | '/graphql/stream'): Attack {
  return {
    name: `large bodies at the doors of GraphQL: ${path}`,
    profile: withoutRateLimits,
    mostOrdinaryMs: 500,
    tactics: (_, server) => [
      {
        ...http(appOf(server), [{ method: 'POST', path, body: body(`{"i":${nested(mostBytes / 2 - 200)}}`) }]),
        clients: 40,
        seconds: 4,
        reads: 'whole',
      },
    ],
    faults: refusalFaults,
  }
}

/** As many header fields as 32 KiB have, to a path that does not exist. */
const manyFields: Attack = {
  name: 'thousands of header fields',
  profile: withoutRateLimits,
  mostOrdinaryMs: 500,
  tactics: (_, server) => {
    const headers = Object.fromEntries(Array.from({ length: 4_600 }, (_, number) => [number.toString(36), '']))
    return [
      {
        ...http(appOf(server), [{ method: 'GET', path: '/nowhere', headers }]),
        clients: 50,
        seconds: 3,
        reads: 'whole',
      },
    ]
  },
  faults: ([outcome]) => {
    const answers = Object.keys(outcome?.answers ?? {})
    return answers.every((answer) => answer === '431') ? [] : [`they were answered ${answers.join(', ')}`]
  },
}

const overSockets: Attack = {
  name: 'hostile variables over sockets',
  profile: withoutRateLimits,
  tactics: (_, server) => [
    {
      kind: 'socket',
      target: appOf(server),
      operations: hostileVariables(mostSocketBytes).map((variables) => ({ query, variables })),
      reads: 'whole',
      clients: 40,
      seconds: 4,
      addresses: 1,
    },
  ],
  faults: refusalFaults,
}

const importCharacter = 'mutation ($i: ImportCharacterInput!) { importCharacter(input: $i) { character { id } } }'
const minimalCard = Buffer.from('{"name":"x"}').toString('base64')
const empty = chunk('tEXt', '')
/** The picture with chunks after its header. */
const pngOf =
  (picture: Buffer) =>
  (...chunks: readonly Buffer[]) =>
    Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)])

const text = Buffer.from('{"name":"x","first_mes":"y"}')
const inArchive = (...entries: Parameters<typeof rawArchive>[0]) =>
  rawArchive([{ name: 'card.json', content: text }, ...entries])

/** Of less than the bytes of a request. */
const archiveBombs = [
  inArchive({ name: '../../x', content: text }),
  inArchive({ name: 'a', content: text }, { name: 'a', content: text }),
  inArchive({ name: 'a', content: Buffer.alloc(100_000_000) }),
  inArchive({ name: 'a', content: Buffer.alloc(100_000_000), size: 10 }),
  rawArchive([{ name: 'card.json', content: Buffer.alloc(100_000_000, 32) }]),
]

/** Of 10 MB. */
const manyFiles = inArchive(
  ...Array.from({ length: 100_000 }, (_, n) => ({ name: String(n), content: Buffer.alloc(0) })),
)

/** A card in a WebP whose picture has 16,777,216 pixels a side. */
const webpCard = (comment: Buffer) => webpWith(webpOf('VP8X', hugeCanvas), 'EXIF', exifWith(comment))

/** Cards that are slow to read, or whose contents are much larger than their files. */
function cardBombs(): readonly string[] {
  const png = pngOf(bomb())
  const compressed = Buffer.concat([Buffer.from('chara\0\0'), deflateSync(Buffer.alloc(200_000_000))])
  return [
    `{"name":"x","a":${nested(Math.floor(mostBytes / 2) & ~1)}}`,
    `{"name":"x","a":[${'0,'.repeat(mostBytes / 2 - 50)}0]}`,
    JSON.stringify({ name: 'x', first_mes: '<BOT>'.repeat(mostBytes / 5 - 50) }),
    JSON.stringify({ name: 'x', tags: Array.from({ length: mostBytes / 10 }, () => 't') }),
    JSON.stringify({ name: 'n'.repeat(mostBytes - 100) }),
    png(chunk('tEXt', `chara\0${minimalCard}`)).toString('base64'),
    png(chunk('zTXt', compressed)).toString('base64'),
    png(internationalChunk('chara', ' '.repeat(100_000_000), true)).toString('base64'),
    webpCard(Buffer.from(minimalCard)).toString('base64'),
    png(...Array.from({ length: 9 }, () => compressedChunk('ccv3', Buffer.alloc(1_400_000)))).toString('base64'),
    ...archiveBombs.map((archive) => archive.toString('base64')),
    png(...Array.from({ length: 40_000 }, () => empty)).toString('base64'),
  ]
}

/** The same as files, and larger ones. */
function cardFiles(): readonly Buffer[] {
  const picture = bomb()
  const png = pngOf(picture)
  const most = limits.imageBytes - picture.length - 100
  const longCard = Buffer.from(JSON.stringify({ name: 'x', first_mes: 'v'.repeat(most * 0.7) })).toString('base64')
  return [
    ...cardBombs().map((card) => Buffer.from(card, card.startsWith('{') ? 'utf8' : 'base64')),
    png(chunk('tEXt', `chara\0${minimalCard}`), chunk('tEXt', 'x'.repeat(most - minimalCard.length))),
    png(chunk('tEXt', `chara\0${longCard}`)),
    webpCard(Buffer.from(longCard)),
    webpCard(Buffer.alloc(limits.cardFileBytes - 1_000, 'e')),
    manyFiles,
    png(chunk('tEXt', `chara-ext-asset_0\0${'x'.repeat(limits.cardFileBytes - picture.length - 1_000)}`)),
    png(Buffer.alloc(most - (most % empty.length), empty)),
    Buffer.from(nested(Math.floor(most / 2) & ~1)),
  ]
}

const formType = { 'content-type': 'multipart/form-data; boundary=b' }

function cardForm(file: Buffer) {
  const head = 'Content-Disposition: form-data; name="card"; filename="card"'
  const body = `--b\r\n${head}\r\n\r\n${file.toString('latin1')}\r\n--b--\r\n`
  return { method: 'POST', path: '/api/characters/cards', body, encoding: 'latin1' } as const
}

const hostileCards: Attack = {
  name: 'cards that grow when they are read',
  profile: withoutRateLimits,
  tactics: ({ mallory }, server) => {
    const headers = { authorization: `Bearer ${mallory.token}` }
    const requests = cardBombs().map((card) => {
      const text = JSON.stringify({ query: importCharacter, variables: { i: { card } } })
      return { method: 'POST', path: '/graphql', headers, body: text }
    })
    const forms = cardFiles().map((file) => ({ ...cardForm(file), headers: { ...headers, ...formType } }))
    const attack = { clients: 4, seconds: 4, reads: 'whole' } as const
    return [requests, forms].map((each) => ({ ...http(appOf(server), each), ...attack }))
  },
  faults: (outcomes) => [
    ...refusalFaults(outcomes),
    ...outcomes.flatMap(({ answers }) =>
      Object.keys(answers)
        // a server that is busy with the others may refuse one
        .filter((answer) => !/ BAD_USER_INPUT$|^400$|^422$|^503$/.test(answer))
        .map((answer) => `a card was answered ${answer}`),
    ),
  ],
}

const importLorebook =
  'mutation ($i: ImportLorebookInput!) { importLorebook(input: $i) { lorebook { id notes { detail } } } }'

/** Lorebooks that are slow to read, to compile or to name the faults of. */
function lorebookBombs(): readonly string[] {
  const entries = (count: number, entry: (n: number) => object) =>
    JSON.stringify({ entries: Array.from({ length: count }, (_, n) => entry(n)) })
  return [
    entries(10_000, (n) => ({ keys: [String(n)], content: 'x' })),
    entries(2_000, () => ({ keys: ['/(a+)+$/', '/(a|a)*$/', '/((a{1,30}){1,30}){1,30}/'], content: 'x' })),
    entries(2_000, (n) => ({ keys: [`/${'(a?){20}'.repeat(20)}${String(n)}/`], content: 'x' })),
    entries(2_000, (n) => ({ keys: ['a'.repeat(n % 400), '.', ' ', ''], content: '{{user}}'.repeat(20) })),
    // each one is woken by the one before, the first by the last
    entries(2_000, (n) => ({ keys: [`k${String(n)}.`], content: `k${String((n + 1) % 2_000)}. k${String(n)}.` })),
    entries(2_000, (n) => ({
      keys: [`/.*/${n % 2 === 0 ? 'i' : ''}`],
      content: '{{random:'.repeat(40),
      constant: true,
    })),
    entries(2_000, () => ({ keys: 1, content: 2, insertion_order: {}, enabled: 'x'.repeat(200) })),
    `{"entries":${nested(Math.floor(mostBytes / 2) & ~1)}}`,
    JSON.stringify({ entries: [{ keys: ['k'], content: 'v'.repeat(mostBytes - 100) }] }),
  ]
}

const hostileLorebooks: Attack = {
  name: 'lorebooks that are slow to read',
  profile: withoutRateLimits,
  tactics: ({ mallory }, server) => {
    const headers = { authorization: `Bearer ${mallory.token}` }
    const requests = lorebookBombs().map((book) => {
      const text = JSON.stringify({ query: importLorebook, variables: { i: { book } } })
      return { method: 'POST', path: '/graphql', headers, body: text }
    })
    return [{ ...http(appOf(server), requests), clients: 4, seconds: 4, reads: 'whole' }]
  },
  faults: (outcomes) => refusalFaults(outcomes),
}

const updateCharacter = `mutation ($id: ID!, $i: UpdateCharacterInput!) { updateCharacter(id: $id, input: $i) { character {
  greeting context alternateGreetings } } }`
const startRoom =
  'mutation ($i: StartRoomInput!) { startRoom(input: $i) { room { ... on ChatRoom { greeting } } generation { id } } }'

/** Texts that are slow to read or that grow, and greetings beyond their number. */
function placeholderBombs(): readonly object[] {
  const most = limits.characterTextLength
  const filled = (unit: string) => unit.repeat(Math.floor(most / unit.length))
  const texts = [
    `{{random:${filled('a,').slice(0, most - 20)}}}`,
    filled('{{roll:99d9}}'),
    filled('{{roll:99999999d9999999}}'),
    filled('{{random:'),
    filled('{{user}}'),
    filled('{'),
    `${'{{pick:'.repeat(5_000)}${'}}'.repeat(5_000)}`,
  ]
  return [
    ...texts.map((greeting) => ({ greeting, context: greeting, alternateGreetings: Array<string>(14).fill(greeting) })),
    { alternateGreetings: Array.from({ length: 9_900 }, () => 'x') },
    { nickname: '{{char}}{{user}}{{random:a,b}}', systemPrompt: filled('{{original}}') },
    {
      postHistoryInstructions: filled('{{original}}{{time}}'),
      depthNote: { text: filled('{{pick:a,b}}'), depth: 1e9 },
    },
  ]
}

/** One character whose texts change all the time, shown and sent to a model. */
const hostilePlaceholders: Attack = {
  name: 'placeholders that are slow to read, or that grow',
  profile: withoutRateLimits,
  tactics: ({ mallory, picturedId }, server) => {
    const headers = { authorization: `Bearer ${mallory.token}` }
    const changes = placeholderBombs().map((i) => ({ query: updateCharacter, variables: { id: picturedId, i } }))
    const start = { query: startRoom, variables: { i: { characterId: picturedId, text: 'x' } } }
    const requests = changes.flatMap((change) =>
      [change, start].map((each) => ({ method: 'POST', path: '/graphql', headers, body: JSON.stringify(each) })),
    )
    return [{ ...http(appOf(server), requests), clients: 4, seconds: 4, reads: 'whole' }]
  },
  faults: (outcomes) =>
    outcomes.flatMap(({ answers }) =>
      Object.keys(answers)
        .filter((answer) => /^5|INTERNAL/.test(answer) && !answer.startsWith('503'))
        .map((answer) => `a text with placeholders was answered ${answer}`),
    ),
}

/** Names and descriptions that are slow to check, and more personas than an account has. */
const hostilePersonas: Attack = {
  name: 'personas that are slow to check, and too many',
  profile: withoutRateLimits,
  tactics: ({ mallory }, server) => {
    const headers = { authorization: `Bearer ${mallory.token}` }
    const long = mostBytes - 1_000
    const inputs = [
      { name: '{'.repeat(long) },
      { name: '{ '.repeat(long / 2) },
      { name: '\u200b'.repeat(long / 6) },
      { name: 'x', description: '{{user}}'.repeat(long / 8) },
      { name: 'x', description: '{{char}}'.repeat(500) },
    ]
    const requests = inputs.map((i) => {
      const document = 'mutation ($i: CreatePersonaInput!) { createPersona(input: $i) { persona { id } } }'
      const text = JSON.stringify({ query: document, variables: { i } })
      return { method: 'POST', path: '/graphql', headers, body: text }
    })
    return [{ ...http(appOf(server), requests), clients: 8, seconds: 4, reads: 'whole' }]
  },
  faults: (outcomes) => refusalFaults(outcomes),
}

/** One answer would have fifteen times the bytes of the picture. Several clients use up the memory of their address. */
const manyPictures: Attack = {
  name: 'cards with a large picture, many in one answer',
  profile: withoutRateLimits,
  tactics: ({ mallory, picturedId }, server) => {
    const cards = Array.from({ length: 15 }, (_, n) => `c${String(n)}: characterCard(id: "${picturedId}") { png }`)
    const headers = { authorization: `Bearer ${mallory.token}` }
    const request = {
      method: 'POST',
      path: '/graphql',
      headers,
      body: JSON.stringify({ query: `{ ${cards.join(' ')} }` }),
    }
    return [{ ...http(appOf(server), [request]), clients: 8, seconds: 4, reads: 'whole' }]
  },
  faults: (outcomes) => [
    ...refusalFaults(outcomes),
    ...outcomes.flatMap(({ answers }) =>
      Object.keys(answers)
        .filter((answer) => !/ RESULT_TOO_LARGE$| UNAVAILABLE$/.test(answer))
        .map((answer) => `cards with large pictures were answered ${answer}`),
    ),
  ],
}

const hashes = Array.from({ length: 2_000 }, (_, number) => createHash('sha256').update(String(number)).digest('hex'))
const byHash = (hash: string) => `{"persistedQuery":{"version":1,"sha256Hash":"${hash}"}}`

/** Every answer is the same short one, and no hash is remembered. */
const unknownHashes: Attack = {
  name: 'hashes of no trusted document',
  profile: withTrustedDocuments,
  tactics: (_, server) => {
    const bodies = [
      ...hashes.map((hash) => `{"extensions":${byHash(hash)}}`),
      `{"documentId":"${'x'.repeat(mostBytes)}"}`,
    ]
    const requests = bodies.map((text) => ({ method: 'POST', path: '/graphql', body: text }))
    const operations = hashes.slice(0, 100).map((hash) => ({ query: '', extensions: byHash(hash) }))
    return [
      { ...http(appOf(server), requests), clients: 8, seconds: 4, reads: 'whole' },
      { kind: 'socket', target: appOf(server), operations, reads: 'whole', clients: 40, seconds: 4, addresses: 1 },
    ]
  },
  faults: (outcomes) => [
    ...refusalFaults(outcomes),
    ...outcomes.flatMap(({ answers }) =>
      Object.keys(answers)
        .filter((answer) => !answer.endsWith(' PERSISTED_QUERY_NOT_FOUND'))
        .map((answer) => `an unknown hash was answered ${answer}`),
    ),
  ],
}

/** All REST rows that read a body, one attack for each release line. */
function bodyAttacks(): readonly Attack[] {
  const rows = restRows().filter(({ endpoint }) => 'body' in endpoint.request.shape)
  const lines = [...new Set(rows.map(({ line }) => line))]
  return lines.map((line) => ({
    name: `hostile bodies to every REST row: line ${line}`,
    profile: inLine(line),
    tactics: (world, server) => {
      const listeners = new Set(rows.map(({ listener }) => listener))
      return [...listeners].flatMap((listener) => {
        const own = rows.filter((row) => row.line === line && row.listener === listener)
        if (own.length === 0) return []
        const requests = own.flatMap((row) => hostileRequests(row, world))
        return [{ ...http({ port: server.port(listener) }, requests), clients: 4, seconds: 3, reads: 'whole' as const }]
      })
    },
    faults: refusalFaults,
  }))
}

function hostileRequests({ endpoint }: RestRow, { mallory }: World): readonly HttpRequest[] {
  const token = endpoint.token === 'key' ? mallory.apiKey : mallory.token
  const known = Object.keys((endpoint.request.shape['body'] as { readonly shape?: object }).shape ?? {})
  const bodies = [
    JSON.stringify(unknownKeys(Math.floor(mostBytes / 10.5))),
    JSON.stringify(
      Object.fromEntries(known.map((name) => [name, ['v'.repeat(Math.floor(mostBytes / (known.length + 1)))]])),
    ),
    nested(Math.floor(mostBytes / 2) & ~1),
  ]
  const path = endpoint.paths[0].replaceAll(/:\w+/g, '1')
  const headers = { authorization: `Bearer ${token}` }
  return bodies.map((text) => ({ method: endpoint.method.toUpperCase(), path, headers, body: text }))
}

function refusalFaults(outcomes: readonly AttackOutcome[]): readonly string[] {
  const largest = Math.max(...outcomes.map(({ largestAnswer }) => largestAnswer))
  return largest > largestRefusal
    ? [`a refusal had ${megabytes(largest)} MB, more than ${String(largestRefusal)} bytes`]
    : []
}
