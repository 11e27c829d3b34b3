import type { CharacterSheet } from '../../../ai-workers/prompts/character.js'
import { personalityContext } from '../../../ai-workers/prompts/personality.js'
import { statement, type Fact, type Grammar } from './attribute.js'
import { attributes } from './attributes.js'
import type { Draw } from './draw.js'
import { characterName, capital } from './words/names.js'
import { greetings, manners, moods, natures, settings } from './words/sheet-words.js'

export interface Character {
  readonly sheet: CharacterSheet
  readonly facts: readonly Fact[]
}

/** A character as users write them: prose in any person, or notes. */
export function drawCharacter(draw: Draw): Character {
  const name = characterName(draw)
  const facts = drawFacts(draw, draw.chance(0.15) ? 0 : draw.whole(1, 7))
  const filler = [
    ...(draw.chance(0.6) ? [`${capital(draw.one(moods))} ${draw.one(natures)}.`] : []),
    ...draw.some(manners, draw.chance(0.5) ? draw.whole(0, 2) : 0),
  ]
  const context = draw.chance(0.07) ? personality(draw, facts, filler) : describe(draw, { name, facts, filler })
  return { sheet: { name, greeting: draw.chance(0.6) ? greeting(draw, name) : '', context }, facts }
}

/** Different facts that can be true at the same time. */
export function drawFacts(draw: Draw, count: number): Fact[] {
  return draw.some(attributes, count).map((attribute) => ({ attribute, value: attribute.value(draw) }))
}

interface Description {
  readonly name: string
  readonly facts: readonly Fact[]
  readonly filler: readonly string[]
}

function describe(draw: Draw, { name, facts, filler }: Description): string {
  if (draw.chance(0.2)) return notes(draw, { name, facts, filler })
  const grammar: Grammar = draw.one(['he', 'she', 'he', 'she', 'you', 'I'])
  const isThird = grammar === 'he' || grammar === 'she'
  const told = facts.map((fact) => {
    const byName = isThird && draw.chance(0.3) ? name : undefined
    return `${statement(fact, draw, grammar, byName)}.`
  })
  const sentences = draw.some([...paired(told, draw), ...filler], told.length + filler.length)
  if (isThird && draw.chance(0.2)) sentences.unshift(`${name} is ${draw.one(moods)} ${draw.one(natures)}.`)
  if (grammar === 'you' && draw.chance(0.3)) sentences.unshift(`You are ${name}.`)
  return sentences.join(draw.one([' ', ' ', ' ', '\n', '\n\n']))
}

/** Sometimes joins two facts in one sentence. */
function paired(sentences: readonly string[], draw: Draw): string[] {
  const [first, second, ...others] = sentences
  if (first === undefined || second === undefined || !draw.chance(0.3)) return [...sentences]
  const isPronoun = /^(He|She|You|His|Her|Your|My) /.test(second)
  const joined = `${first.slice(0, -1)} and ${isPronoun ? second.charAt(0).toLowerCase() + second.slice(1) : second}`
  return [joined, ...others]
}

function notes(draw: Draw, { facts, filler }: Description): string {
  const form = draw.one([': ', ': ', ' = ', ' - '])
  const bullet = draw.one(['', '', '- ', '* '])
  const lines = facts.map(({ attribute, value }) => `${bullet}${capital(attribute.noun)}${form}${value}`)
  return [...draw.some(lines, lines.length), ...filler].join(draw.one(['\n', '\n', '; ']))
}

function personality(draw: Draw, facts: readonly Fact[], filler: readonly string[]): string {
  const told = facts.map((fact) => `${statement(fact, draw, 'he')}.`)
  return personalityContext({
    description: [...filler, ...told].join(' '),
    setting: draw.one(settings),
    tone: draw.one(moods).replace(/^an? /, ''),
    levels: {
      energy: draw.whole(1, 10),
      politeness: draw.whole(1, 10),
      humor: draw.whole(1, 10),
      assertiveness: draw.whole(1, 10),
    },
  })
}

function greeting(draw: Draw, name: string): string {
  return draw.expand(draw.one(greetings)).replaceAll('{name}', name)
}
