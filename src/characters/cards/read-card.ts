import { z } from 'zod'
import { isJsonObject, type JsonObject, parsedJson, tooDeepAt } from '@parley/runtime'
import { isLongerThan, limits, patterns } from '../../limits.js'
import { text } from '../../text-rules.js'
import { type Character, characterRules } from '../character.js'
import { notACard, refusedCard } from './card-fault.js'

/** Fields of a character, and the JSON of the other fields of the card. */
interface ReadCard extends Pick<
  Character,
  'name' | 'greeting' | 'context' | 'description' | 'exampleDialogues' | 'tags'
> {
  readonly kept: string | null
}

// the placeholders of the first cards
const modern = (value: string) => value.replaceAll(/<bot>/gi, '{{char}}').replaceAll(/<user>/gi, '{{user}}')
const cardText = z.string().transform(modern).pipe(text(0, limits.characterTextLength)).nullish()
const cardData = z.looseObject({
  name: characterRules.name,
  description: cardText,
  personality: cardText,
  scenario: cardText,
  system_prompt: cardText,
  first_mes: cardText,
  mes_example: cardText,
  creator_notes: cardText,
  tags: z
    .array(z.string())
    .transform((tags) => tags.filter((tag) => tag.trim() !== ''))
    .pipe(characterRules.tags)
    .nullish(),
})

/** Reads the JSON of a card of version 1, 2 or 3. Throws BAD_USER_INPUT with the reason. */
export function readCard(json: string): ReadCard {
  if (tooDeepAt(json, limits.cardLevels + 1) !== undefined) throw tooDeep()
  const card = parsedJson(json)
  if (!isJsonObject(card)) throw notACard()
  checkValues(card)
  const { data, error } = cardData.safeParse(dataOf(card))
  if (error) throw faultOf(error)
  const { name, first_mes: greeting, mes_example: examples, creator_notes: notes, tags, ...others } = data
  const context = contextOf(others)
  if (isLongerThan(context, limits.characterTextLength))
    throw refusedCard(
      'has more than 65,535 characters in description, personality, scenario and system_prompt together',
    )
  const { description, ...rest } = others
  const isPlain = !others.personality && !others.scenario && !others.system_prompt
  // version 2 has no null: an export writes the empty value of the specification
  const kept = Object.fromEntries(
    Object.entries(isPlain ? rest : { ...rest, description }).filter(([, value]) => value !== null),
  )
  return {
    name,
    greeting: filled(greeting),
    context: filled(context),
    description: filled(notes),
    exampleDialogues: filled(examples),
    tags: tags ?? [],
    kept: Object.keys(kept).length === 0 ? null : JSON.stringify(kept),
  }
}

/** The parts of a card that the prompt of a character contains. */
interface PromptParts {
  readonly description?: string | null | undefined
  readonly personality?: string | null | undefined
  readonly scenario?: string | null | undefined
  readonly system_prompt?: string | null | undefined
}

export function contextOf({ description, personality, scenario, system_prompt: instructions }: PromptParts): string {
  return [
    // stands for the system text of the program that reads the card
    instructions?.replaceAll(/\{\{original\}\}/gi, '').trim(),
    description,
    personality && `Personality: ${personality}`,
    scenario && `Scenario: ${scenario}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const filled = (value: string | null | undefined) => (value === '' ? null : (value ?? null))

function dataOf({ spec, data, ...card }: JsonObject): unknown {
  if (spec === undefined) return { ...card, ...(data === undefined ? {} : { data }) }
  if (spec !== 'chara_card_v2' && spec !== 'chara_card_v3')
    throw refusedCard('has a spec other than chara_card_v2 and chara_card_v3')
  if (!isJsonObject(data)) throw refusedCard('has no object data')
  return data
}

/** Reads level by level, so that no depth exhausts the call stack. */
function checkValues(card: JsonObject): void {
  let level: unknown[] = [card]
  let values = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.cardLevels) throw tooDeep()
    values += level.length
    if (values > limits.cardValues) throw refusedCard('has more than 100,000 values')
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') checkText(value)
      if (Array.isArray(value)) for (const item of value) next.push(item)
      else if (isJsonObject(value))
        for (const key of Object.keys(value)) {
          if (key === '__proto__') throw refusedCard('has a key __proto__')
          checkText(key)
          next.push(value[key])
        }
    }
    level = next
  }
}

function tooDeep() {
  return refusedCard(`is nested more than ${String(limits.cardLevels)} levels deep`)
}

function checkText(value: string): void {
  if (!patterns.storable.test(value)) throw refusedCard('has a text with NUL or half a character')
}

function faultOf({ issues }: z.ZodError) {
  const [issue] = issues
  const field = `field \`${issue?.path.map(String).join('.') ?? ''}\``
  if (issue?.code === 'invalid_format') return refusedCard(`has control or direction characters in its ${field}`)
  if (issue?.code === 'too_big') {
    const unit = issue.origin === 'array' ? 'items' : 'characters'
    return refusedCard(`has a ${field} of more than ${Number(issue.maximum).toLocaleString('en')} ${unit}`)
  }
  const needed = issue?.code === 'invalid_type' && issue.expected === 'array' ? 'a list' : 'a text'
  return refusedCard(`needs ${needed} in its ${field}`)
}
