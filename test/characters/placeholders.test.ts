import { describe, expect, it } from '@jest/globals'
import {
  expandPlaceholders,
  isAlikeForAll,
  unknownPlaceholders,
  withoutComments,
} from '../../src/characters/placeholders.js'

const at = Date.UTC(2026, 10, 30, 23, 5)
const names = { char: 'Mira', user: 'ada' }
const room = { ...names, seed: 'room 1', at, timeZone: 'Asia/Seoul' }
const expanded = (text: string, seed = room.seed) => expandPlaceholders(text, { ...room, seed })
const inRooms = (text: string) => Array.from({ length: 200 }, (_, n) => expanded(text, `room ${n}`))

describe('a placeholder of the table', () => {
  it.each([
    ['{{char}} and {{USER}}', 'Mira and ada'],
    ['{{{char}}} and {{{{user}}}}', '{Mira} and {{ada}}'],
    ['It is {{time}} on {{Date}}.', 'It is 08:05 on 2026-12-01.'],
    ['a{{// note}}b{{Comment: another }}c', 'abc'],
    ['{{// of {{char}} and {{random:a,b}} }}c', 'c'],
    ['{{random:one}} {{pick::one}} {{RANDOM: one }}', 'one one one'],
    [String.raw`{{random:one\, two}}`, 'one, two'],
    ['{{random::a, b}}', 'a, b'],
    ['{{random:{{char}}}} {{pick:{{unknown}}}}', 'Mira {{unknown}}'],
    ['{{roll::2d1}} {{roll::d1}} {{roll::1d1 + 2}}', '2 1 3'],
    ['a{{newline}}b{{hidden_key: of {{char}}}}c', 'a\nbc'],
    ['{{reverse:ab🐉}} {{reverse::{{char}}!}}', '🐉ba !ariM'],
    ['{{roll:1}} {{roll:d1}} {{roll 3d1+4}} {{roll:2D1 - 1}}', '1 1 7 1'],
  ])('%s', (text, shown) => {
    expect(expanded(text)).toBe(shown)
  })

  it('has every option and every face in some room, and always the same one in a room', () => {
    expect(new Set(inRooms('{{random:a,b,{{char}}}}'))).toEqual(new Set(['a', 'b', 'Mira']))
    expect(new Set(inRooms('{{roll:d3}}'))).toEqual(new Set(['1', '2', '3']))
    expect(new Set(inRooms('{{roll:2d2}}'))).toEqual(new Set(['2', '3', '4']))
    expect(expanded('{{random:a,b,c}} {{roll:1000}}')).toBe(expanded('{{random:a,b,c}} {{roll:1000}}'))
  })

  it('chooses anew at each place, but picks alike from the same list', () => {
    expect(inRooms('{{random:a,b}}{{random:a,b}}')).toEqual(expect.arrayContaining(['ab', 'ba', 'aa', 'bb']))
    expect(new Set(inRooms('{{pick:a,b}}, and {{pick:a,b}}'))).toEqual(new Set(['a, and a', 'b, and b']))
  })

  it('of a room stays outside of one', () => {
    const text = '{{random:a,b}} {{pick:a,b}} {{roll:6}} {{time}} {{date}} {{// x}}{{random:{{char}},b}}'
    expect(expandPlaceholders(text, names)).toBe(
      '{{random:a,b}} {{pick:a,b}} {{roll:6}} {{time}} {{date}} {{random:Mira,b}}',
    )
  })

  it('has the time of UTC in a zone that is unknown', () => {
    expect(expandPlaceholders('{{time}}', { ...room, timeZone: 'Atlantis/Mira' })).toBe('23:05')
  })
})

it('names the placeholders that stay', () => {
  const text =
    '{{char}} {{personality}} {{Personality}} {{isotime}} {{setvar::a::{{lastMessage}}}} {{roll:x}} {{ {a} }} {{'
  expect(unknownPlaceholders(text)).toEqual(['personality', 'Personality', 'isotime', 'setvar', 'lastMessage'])
})

describe('a text that is none', () => {
  it.each([
    '{{ char }}',
    '{{chars}} {{setvar::a::b}} {{constructor}} {{toString:a}}',
    '{{random}} {{random text}} {{pick me}} {{comment}}',
    '{{roll:0}} {{roll:}} {{roll:101d6}} {{roll:99999999d9999999}} {{roll:d1000001}} {{roll:x}}',
    '{{random:a,b',
    '}} {{ {',
    '{{{{}}',
  ])('stays: %s', (text) => {
    expect(expanded(text)).toBe(text)
  })

  it.each([
    ['{{unknown:{{char}}}}', '{{unknown:Mira}}'],
    ['{{ {{char}} {{user}}', '{{ Mira ada'],
    ['{{random:a,{{char}}', '{{random:a,Mira'],
    ['{{'.repeat(40) + 'char}}', '{{'.repeat(39) + 'Mira'],
  ])('has names in it: %s', (text, shown) => {
    expect(expanded(text)).toBe(shown)
  })
})

describe('a hostile text', () => {
  it('has names as they are, whatever they contain', () => {
    const values = { ...room, char: '{{user}}', user: '{{random:x,y}}}},z{{' }
    expect(expandPlaceholders('{{char}} {{user}} {{random:{{user}}}}', values)).toBe(
      '{{user}} {{random:x,y}}}},z{{ {{random:x,y}}}},z{{',
    )
  })

  it.each([
    ['options', `{{random:${'a,'.repeat(30_000)}}}`, 1],
    ['dice', '{{roll:99d9}}'.repeat(5_000), 15_000],
    ['levels', '{{random:'.repeat(7_000) + '}}'.repeat(7_000), 77_000],
    ['unclosed placeholders', '{{random:'.repeat(7_000), 65_535],
    ['braces', '{'.repeat(32_000) + '}'.repeat(32_000), 65_535],
    ['spaces', `{{roll:1d1${' '.repeat(65_000)}+x}}`, 65_535],
    ['choices', '{{random:a,b}}'.repeat(4_600), 4_600],
    ['times', '{{time}}'.repeat(8_000), 65_535],
    ['names in an option', `{{random:${'{{char}}'.repeat(8_000)}}}`, 131_070],
  ])('of many %s is read in time and grows by no more than its bound', (_what, text, most) => {
    const long = { ...room, char: 'x'.repeat(100) }
    expect(expandPlaceholders(text, long).length).toBeLessThanOrEqual(most)
  })
})

it('a comment alone is left out of a text that goes to a model later', () => {
  expect(withoutComments('{{char}} {{// {{user}} }}{{random:a,{{comment: x}}b}} {{unknown {{// x}}}}')).toBe(
    '{{char}} {{random:a,b}} {{unknown }}',
  )
})

it.each([
  ['{{char}} {{// x}} {{unknown}} plain', true],
  ['{{user}}', false],
  ['{{random:a,b}}', false],
  ['{{unknown:{{time}}}}', false],
])('whether %s is alike for all: %s', (text, isAlike) => {
  expect(isAlikeForAll(text)).toBe(isAlike)
})
