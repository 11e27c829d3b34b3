import { echo } from './acts/echo.js'
import { askTooMuch, speakOtherwise } from './acts/limits.js'
import { askMoment, askOtherDay } from './acts/moments.js'
import { askName, askStory } from './acts/naming.js'
import { askBesidePages, askBriefPage, askPage, strayPages } from './acts/references.js'
import { askFact, askUnknown } from './acts/sheet-facts.js'
import { chat, greet, remark } from './acts/smalltalk.js'
import { askUserFact, askUserName, swapNames, tellFact, tellName } from './acts/user-facts.js'
import type { Dialogue, Skill } from './dialogue.js'
import { Draw } from './draw.js'
import type { Act, Exchange, Scene } from './exchange.js'
import { drawSetting } from './setting.js'
import type { Setting } from './setting.js'

type Weighted = readonly (readonly [act: Act, weight: number])[]

const everywhere: Weighted = [
  [greet, 3],
  [chat, 8],
  [tellName, 2],
  [swapNames, 2],
  [askUserName, 14],
  [tellFact, 2],
  [askUserFact, 10],
  [askTooMuch, 4],
  [speakOtherwise, 2],
  [remark, 2],
  [askMoment, 1],
  [echo, 2],
  [askName, 3],
]
const ofCharacters: Weighted = [...everywhere, [askName, 7], [askFact, 22], [askUnknown, 3], [askStory, 1]]
const ofOffice: Weighted = [...everywhere, [askMoment, 7], [askOtherDay, 1], [askPage, 10], [askBesidePages, 2]]
/** The office is told the moment and its pages with the last message only. */
const lastOfOffice: Weighted = [...everywhere, [askMoment, 28], [askOtherDay, 3], [askPage, 55], [askBesidePages, 6]]
/** Nothing but copying: from the sheet, from what was said before, from the message itself. */
const ofPrimer: Weighted = [
  [echo, 10],
  [tellName, 3],
  [askUserName, 10],
  [tellFact, 3],
  [askUserFact, 8],
  [askName, 6],
  [askFact, 12],
]
/** All that it must refuse. */
const askBeyond: Act = (scene, draw) =>
  draw.one([askTooMuch, askTooMuch, askUnknown, askBesidePages, askOtherDay, askMoment])(scene, draw)
const ofSkill: Partial<Readonly<Record<Skill, Act>>> = {
  name: askName,
  context: askFact,
  date: askMoment,
  reference: askPage,
  'user-name': askUserName,
  'user-fact': askUserFact,
  greeting: greet,
  smalltalk: chat,
  limits: askBeyond,
}

/** Endless: each with its own names, facts and words. The same for the same seed. */
export function* trainingDialogues(seed: number): Generator<Dialogue, never, undefined> {
  const draw = new Draw('training', seed)
  for (;;) {
    const setting = drawSetting(draw)
    const dialogue = converse(draw, setting)
    if (dialogue) yield dialogue
  }
}

/**
 * Endless: what a network learns first, since everything else rests on it. Without this beginning it takes a multiple of the
 * time to find out that most of a reply stands in the prompt.
 */
export function* primerDialogues(seed: number): Generator<Dialogue, never, undefined> {
  const draw = new Draw('training', seed)
  for (;;) {
    const { scene, question } = drawSetting(draw)
    const exchanges = Array.from({ length: draw.whole(4, 8) }, () => next(ofPrimer, { scene, draw }))
    yield dialogueOf(exchanges, { scene, question }, undefined)
  }
}

/**
 * Endless: what a network is finished with. Which link belongs to a sentence shows in one token of a reply, its first, and is the
 * hardest to learn: more than a third of these ask about short pages and nothing else.
 */
export function* finishingDialogues(seed: number): Generator<Dialogue, never, undefined> {
  const draw = new Draw('training', seed)
  for (;;) {
    const setting = drawSetting(draw)
    const brief = draw.chance(0.7) ? askBriefPage(setting.scene, draw) : undefined
    const dialogue = brief
      ? dialogueOf([brief], setting, brief.references)
      : converse(draw, setting, draw.chance(0.3) ? askPage : undefined)
    if (dialogue) yield dialogue
  }
}

/** That many that end with a question of the skill, from what training never draws. */
export function heldOutDialogues(skill: Skill, count: number, seed: number): Dialogue[] {
  const draw = new Draw('held-out', seed)
  const last = ofSkill[skill]
  if (!last) throw new Error(`no questions of skill ${skill}`)
  const dialogues: Dialogue[] = []
  while (dialogues.length < count) {
    const dialogue = converse(draw, drawSetting(draw), last)
    if (dialogue?.skill === skill) dialogues.push(dialogue)
  }
  return dialogues
}

/** Some exchanges, the last one by the act given; undefined when that does not fit in. */
function converse(draw: Draw, { scene, question }: Setting, final?: Act): Dialogue | undefined {
  const isOffice = scene.self.kind === 'office'
  const acts = isOffice ? ofOffice : ofCharacters
  const earlier = planOf(draw, final).map((act) => act?.(scene, draw) ?? next(acts, { scene, draw }))
  const last = final ? final(scene, draw) : next(isOffice ? lastOfOffice : acts, { scene, draw })
  if (!last) return undefined
  const references = last.references ?? (isOffice && draw.chance(0.12) ? strayPages(draw) : undefined)
  return dialogueOf([...earlier, last], { scene, question }, references)
}

function dialogueOf(
  exchanges: readonly Exchange[],
  { scene, question }: Setting,
  references: string | undefined,
): Dialogue {
  const earlier = exchanges.slice(0, -1)
  const last = exchanges.at(-1)
  if (!last) throw new Error('a dialogue has an exchange')
  const { message, reply, skill, expected = [] } = last
  const history = earlier.map((exchange) => ({ inputData: exchange.message, outputData: exchange.reply }))
  return {
    skill,
    question: { ...question, message, history, now: scene.now, ...(references === undefined ? {} : { references }) },
    reply,
    learned: earlier.map(({ isOfTheMoment }) => !isOfTheMoment),
    expected,
  }
}

/** What comes before the last exchange: mostly anything, and what the user must have said for the last one to make sense. */
function planOf(draw: Draw, final: Act | undefined): (Act | undefined)[] {
  const plan: (Act | undefined)[] = Array.from({ length: turnsBefore(draw) }, () => undefined)
  const insert = (act: Act) => plan.splice(draw.whole(0, plan.length), 0, act)
  if (final === askUserName ? draw.chance(0.95) : draw.chance(0.25)) insert(tellName)
  if (final === askUserFact || draw.chance(0.2)) insert(tellFact)
  return plan
}

interface Stage {
  readonly scene: Scene
  readonly draw: Draw
}

function next(acts: Weighted, { scene, draw }: Stage): Exchange {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const exchange = weighted(acts, draw)(scene, draw)
    if (exchange) return exchange
  }
  throw new Error('no act fits into the scene')
}

function weighted(acts: Weighted, draw: Draw): Act {
  const total = acts.reduce((sum, [, weight]) => sum + weight, 0)
  let left = draw.whole(1, total)
  for (const [act, weight] of acts) {
    left -= weight
    if (left <= 0) return act
  }
  throw new Error('weights add up')
}

function turnsBefore(draw: Draw): number {
  if (draw.chance(0.2)) return 0
  return draw.chance(0.93) ? draw.whole(1, 5) : draw.whole(6, 12)
}
