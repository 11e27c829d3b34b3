import type { Dialogue } from './dialogue.js'
import type { Draw } from './draw.js'
import type { Scene } from './exchange.js'
import { characterName } from './words/names.js'
import { drawCharacter } from './sheet.js'

/** The two sides, and the part of the question that describes them. */
export interface Setting {
  readonly scene: Scene
  readonly question: Pick<Dialogue['question'], 'kind' | 'character' | 'instructions'>
}

const earliest = Date.UTC(2019, 0, 1)
const latest = Date.UTC(2039, 0, 1)

/** Mostly a character or the office; sometimes a room without a character, or the instructions of a /v1 client. */
export function drawSetting(draw: Draw): Setting {
  const stage = { now: drawMoment(draw), user: { name: undefined, facts: [] } }
  const kind = draw.chance(0.55) ? 'character' : 'office'
  if (kind === 'character' && draw.chance(0.93)) {
    const { sheet, facts } = drawCharacter(draw)
    const self = { kind: 'character', name: sheet.name, greeting: sheet.greeting, facts } as const
    return { scene: { ...stage, self }, question: { kind, character: sheet } }
  }
  const nobody = { kind, name: undefined, greeting: '', facts: [] } as const
  if (kind === 'character') return { scene: { ...stage, self: nobody }, question: { kind } }
  if (draw.chance(0.93)) return { scene: { ...stage, self: nobody }, question: { kind } }
  const name = characterName(draw)
  const instructions = draw.one([
    `You are ${name}, a helpful assistant.`,
    `You are a helpful assistant named ${name}.`,
    `You are ${name}.`,
    `Your name is ${name}. Answer in short sentences.`,
  ])
  // without date and pages, like a character
  return { scene: { ...stage, self: { ...nobody, kind: 'character', name } }, question: { kind, instructions } }
}

/** A date like those of real prompts; one day in six is held out. */
function drawMoment(draw: Draw): number {
  const day = draw.own(() => new Date(draw.whole(earliest, latest)).toISOString().slice(0, 10))
  return Date.parse(day) + draw.whole(0, 1_439) * 60_000
}
