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
import { drawSetting, type Setting } from './setting.js'

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
/** In the office, only the last message has the date and the pages. */
const lastOfOffice: Weighted = [...everywhere, [askMoment, 28], [askOtherDay, 3], [askPage, 55], [askBesidePages, 6]]
/** Only copying: from the sheet, from earlier messages, and from the message itself. */
const ofPrimer: Weighted = [
  [echo, 10],
  [tellName, 3],
  [askUserName, 10],
  [tellFact, 3],
  [askUserFact, 8],
  [askName, 6],
  [askFact, 12],
]
/** All requests that the model must refuse. */
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

/** Endless dialogues with different names, facts and words; the same for the same seed. */
export function* trainingDialogues(seed: number): Generator<Dialogue, never, undefined> {
  const draw = new Draw('training', seed)
  for (;;) {
    const setting = drawSetting(draw)
    const dialogue = converse(draw, setting)
    if (dialogue) yield dialogue
  }
}

/**
 * Endless: the first training data. Copying from the prompt is the basis of everything else, and without this beginning
 * the model takes several times as long to learn it.
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
 * Endless: the last training data. The choice of a link depends on one token, the first one of the link, and is the
 * hardest to learn: more than a third of these dialogues only ask about short pages.
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

/** A number of dialogues that end with a question of the skill, from names, facts and words outside the training. */
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

/** Some exchanges, the last one by the given act; undefined when that does not fit. */
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

/** The exchanges before the last one: mostly arbitrary, plus those that the last one depends on. */
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
