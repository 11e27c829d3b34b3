import { searchKey } from '@parley/runtime'
import { type Comparison, containing, like } from '@parley/statements'
import type { Character } from './character.js'

/** The columns of tags: without outer and repeated spaces, and without repeated tags, which differ in case alone. */
export function tagColumns(tags: readonly string[]): Pick<Character, 'tags' | 'tagKeys'> {
  const byKey = new Map<string, string>()
  for (const tag of tags.map(trimmed)) if (tag !== '' && !byKey.has(searchKey(tag))) byKey.set(searchKey(tag), tag)
  return { tags: [...byKey.values()], tagKeys: [...byKey.keys()].map(enclosed).join('') }
}

/** For `tagKeys`: whether a tag is among them. */
export function hasTag(tag: string): Comparison<string> {
  const key = tagKey(tag)
  // line breaks alone would also be found between two tags
  return key === '' ? like('\n') : containing(enclosed(key))
}

/** The canonical form of a tag. */
export const tagKey = (tag: string): string => searchKey(trimmed(tag))

const trimmed = (tag: string) => tag.trim().replaceAll(/\s+/g, ' ')

// no tag contains a line break
const enclosed = (key: string) => `\n${key}\n`
