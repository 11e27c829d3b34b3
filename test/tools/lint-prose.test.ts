import { describe, expect, it } from '@jest/globals'
import { findingsIn } from '../../tools/lint/prose/findings.js'
import { quotationsIn } from '../../tools/lint/prose/quotations.js'
import { events, fileNames, names, phrases } from '../../tools/lint/prose/rules.js'

interface Sample {
  readonly refused: string
  readonly accepted: string
}

/** One sample per rule about comments, sentences, titles and pages. */
const phraseSamples: Readonly<Record<string, Sample>> = {
  whoever: { refused: 'Whoever calls this has the lock.', accepted: 'The caller holds the lock.' },
  'who as a noun': { refused: 'Of who reads it, a name.', accepted: 'The name of the reader.' },
  'who asks': { refused: 'Who asks gets the rooms.', accepted: 'The caller gets the rooms.' },
  'in the making': { refused: 'A reply in the making.', accepted: 'A running generation.' },
  tell: { refused: 'It tells the client.', accepted: 'It notifies the client.' },
  hear: { refused: 'It hears of the end.', accepted: 'It is notified of the end.' },
  nobody: { refused: 'Nobody reads it.', accepted: 'No client reads it.' },
  his: { refused: 'An account and his rooms.', accepted: 'An account and its rooms.' },
  'is to be': { refused: 'What the name is to be.', accepted: 'What the name will be.' },
  'is no': { refused: 'A room is no log.', accepted: 'There is no log, and a room is no longer than that.' },
  'of which that is so': { refused: 'The rooms of which that is so.', accepted: 'The subset that is deleted.' },
  take: { refused: 'It takes a name.', accepted: 'It takes 5 minutes, and takes effect at once.' },
  'is taken': { refused: 'A number is taken for a string.', accepted: 'The name is taken.' },
  had: { refused: 'The model cannot be had.', accepted: 'The model is unavailable.' },
  'put off': { refused: 'The purge is put off.', accepted: 'The purge is deferred.' },
  'no good': { refused: 'The token was no good.', accepted: 'The token was invalid.' },
  'has to do with': { refused: 'What it has to do with rooms.', accepted: 'It concerns rooms.' },
  'in vain': { refused: 'A retry is in vain.', accepted: 'A retry is useless.' },
}

const nameSamples: Readonly<Record<string, Sample>> = {
  Wish: { refused: 'LookWish', accepted: 'GenerationRequest' },
  Told: { refused: 'isTold', accepted: 'ClientState' },
  NewsPile: { refused: 'NewsPile', accepted: 'RoomEventBuffer' },
  RoomNews: { refused: 'RoomNews', accepted: 'RoomChanges' },
  Desk: { refused: 'SmtpDesk', accepted: 'SmtpFixture' },
  Undo: { refused: 'undo', accepted: 'CleanupStack' },
  Manners: { refused: 'manners', accepted: 'ListenerSettings' },
  PortWraps: { refused: 'PortWraps', accepted: 'PortOverrides' },
  Place: { refused: 'Place', accepted: 'QueueSlot' },
  Standing: { refused: 'Standing', accepted: 'QueuePosition' },
  Crowd: { refused: 'SocketCensus', accepted: 'SocketQuota' },
  SocketLane: { refused: 'SocketLane', accepted: 'SocketBackpressure' },
  heldStream: { refused: 'heldStream', accepted: 'sessionBoundStream' },
  lastAnswers: { refused: 'sayGoodbye', accepted: 'closeSocket' },
  objectionTo: { refused: 'objectionToHead', accepted: 'framingFault' },
  keepTrying: { refused: 'keepTrying', accepted: 'retryWhileStoreUnavailable' },
  nobody: { refused: 'somebodyElse', accepted: 'otherAccount' },
}

const eventSamples: Readonly<Record<string, Sample>> = {
  'noun.past_participle': { refused: 'mail not taken', accepted: 'refresh_token.reused' },
}

const noQuotations = (_sentence: string) => false
const rulesFoundIn = (path: string, source: string) => findingsIn(path, source, noQuotations).map(({ rule }) => rule)
const foundIn = (path: string, source: string, isQuoted = noQuotations) =>
  findingsIn(path, source, isQuoted).map(({ line, found }) => `${String(line)}: ${found}`)

describe.each([
  { about: 'phrases', rules: phrases, samples: phraseSamples, path: 'docs/sample.md', show: (words: string) => words },
  { about: 'names', rules: names, samples: nameSamples, path: 'src/sample.ts', show: (name: string) => `f(${name})` },
  {
    about: 'events',
    rules: events,
    samples: eventSamples,
    path: 'src/sample.ts',
    show: (event: string) => `log.info({}, '${event}')`,
  },
])('the rules about $about', ({ rules, samples, path, show }) => {
  it('have a sample each', () => {
    expect(Object.keys(samples)).toEqual(rules.map(({ name }) => name))
  })

  it.each(Object.entries(samples))('refuse a text, and accept the plain one: %s', (name, { refused, accepted }) => {
    expect(rulesFoundIn(path, show(refused))).toContain(name)
    expect(rulesFoundIn(path, show(accepted))).toEqual([])
  })
})

describe('the rules about file names', () => {
  it.each(fileNames.map(({ name }) => name))('refuse %s', (name) => {
    const path = name.endsWith('/') ? `ai-workers/${name}replies.ts` : `src/users/${name}`
    expect(rulesFoundIn(path, '')).toEqual([name])
  })

  it('accept other names', () => {
    expect(rulesFoundIn('ai-workers/legacy/uniqueness.ts', '')).toEqual([])
  })
})

describe('of a source file', () => {
  it('every comment is read, and a finding has its line', () => {
    const source = ['// told', 'const a = 1 // told', '/**', ' * In the', ' * making.', ' */', '/* told */'].join('\n')
    expect(foundIn('src/sample.ts', source)).toEqual(['1: told', '2: told', '4: In the making', '7: told'])
  })

  it('a comment within an expression of a template is read, and a pattern is not a comment', () => {
    const source = 'const a = `${b /* told */} c`\nconst d = /\\/\\/told/\nconst e = "https://told.example"'
    expect(foundIn('src/sample.ts', source)).toEqual(['1: told'])
  })

  it('sentences are read: descriptions, errors, templates', () => {
    const source =
      "field({ description: 'the caller is told' })\nfail(`told: ${a} and ${b} are told`)\nconst key = 'told'"
    expect(foundIn('src/sample.ts', source)).toEqual(['1: told', '2: told', '2: told'])
  })

  it('the sentences of prompts and of tests are skipped, unlike the titles of tests', () => {
    const source = "describe.each([1])('told', () => it('is told', () => ask('tell me')))"
    expect(foundIn('test/sample.test.ts', source)).toEqual(['1: told', '1: told', '1: tell'])
    expect(foundIn('test/sample.test.ts', source, () => true)).toEqual(['1: told', '1: told'])
  })

  it('a sentence that the contract fixes is skipped, unlike a comment that repeats it', () => {
    const quotations = quotationsIn(['400 `{"detail":"Nobody knows"}`, and `is told` of `it`'])
    const source = "fail('Nobody knows')\nfail('is told')\nfail('is told of')\n// Nobody knows"
    expect(foundIn('src/sample.ts', source, (sentence) => quotations.has(sentence))).toEqual(['3: told', '4: Nobody'])
  })
})

it('of a page, code is skipped, and a phrase may span two lines', () => {
  const page = ['It is in the', 'making `told` [told](told.md)', '', '```sh', 'told', '```', '', '| told |'].join('\n')
  expect(foundIn('docs/sample.md', page)).toEqual(['1: in the making', '2: told', '8: told'])
})

it('of a script, the comments are read', () => {
  expect(foundIn('.ci/sample.sh', '#!/bin/sh\ntold # is told\n# told')).toEqual(['2: told', '3: told'])
})
