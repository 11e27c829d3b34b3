import { isJsonObject, type JsonObject } from '@parley/runtime'
import type { CardNoticeReason, CardNotices } from './card-notice.js'
import { isCopy } from './older-shapes.js'

/**
 * What Parley does with a field of a card. `played`: it changes what people read or what the model does. `information`: about the
 * card itself. Any other field is kept without an effect, and named to the person who imports it.
 */
type FieldUse = 'played' | 'information' | 'kept'

/** By the name in `data`; `extensions.` precedes the keys of `extensions`. */
export const cardFields: Readonly<Record<string, FieldUse>> = {
  name: 'played',
  description: 'played',
  personality: 'played',
  scenario: 'played',
  system_prompt: 'played',
  first_mes: 'played',
  mes_example: 'played',
  creator_notes: 'played',
  tags: 'played',
  character_book: 'played',
  alternate_greetings: 'played',
  post_history_instructions: 'played',
  nickname: 'played',
  group_only_greetings: 'kept',
  assets: 'kept',
  'extensions.depth_prompt': 'played',
  'extensions.world': 'kept',
  'extensions.regex_scripts': 'kept',
  'extensions.talkativeness': 'kept',
  creator: 'information',
  character_version: 'information',
  creator_notes_multilingual: 'information',
  source: 'information',
  creation_date: 'information',
  modification_date: 'information',
  extensions: 'information',
  // of programs, at the root of cards of version 1
  avatar: 'information',
  chat: 'information',
  create_date: 'information',
  creatorcomment: 'information',
  fav: 'information',
  metadata: 'information',
  spec: 'information',
  spec_version: 'information',
  'extensions.fav': 'information',
}

const reasons: ReadonlyMap<string, CardNoticeReason> = new Map([
  ['group_only_greetings', 'NO_GROUP_ROOMS'],
  ['assets', 'ASSETS_NOT_SHOWN'],
])

/** Names each field of the data of a card that has a content and no effect. */
export function nameKept(data: JsonObject, notices: CardNotices): void {
  const { extensions } = data
  const fields = [
    ...Object.entries(data),
    ...(isJsonObject(extensions) ? Object.entries(extensions) : []).map(
      ([key, value]) => [`extensions.${key}`, value] as const,
    ),
  ]
  for (const [field, value] of fields) {
    if (useOf(field) !== 'kept' || !hasContent(field, value) || isCopy(field, value, data)) continue
    notices.add(reasons.get(field) ?? 'WITHOUT_EFFECT', field)
  }
}

const useOf = (field: string): FieldUse => (Object.hasOwn(cardFields, field) ? cardFields[field] : undefined) ?? 'kept'

/** The part of a field that has its content, where the rest are settings of that. */
const contents = new Map(Object.entries({ insert: 'prompt' }))

/** An empty value has nothing to play. */
function hasContent(field: string, value: unknown): boolean {
  const part = contents.get(field)
  if (part !== undefined && isJsonObject(value)) return hasContent('', value[part] ?? null)
  if (value === null || value === false || value === '') return false
  if (Array.isArray(value))
    return field === 'assets' ? value.some(isStoredAsset) : value.some((each) => hasContent('', each))
  if (!isJsonObject(value)) return true
  return Object.values(value).some((each) => hasContent('', each))
}

/** The main icon is the picture of the character, and `ccdefault:` is the picture of the file. */
function isStoredAsset(asset: unknown): boolean {
  if (!isJsonObject(asset)) return hasContent('', asset)
  const isPicture = asset['type'] === 'icon' && asset['name'] === 'main'
  return !isPicture && asset['uri'] !== 'ccdefault:'
}
