import { limits } from '../limits.js'
import type { Turn } from '../ports/reply-generator/reply-generator.js'
import type { Expand } from '../lorebooks/lore-entry.js'
import { withoutComments } from './placeholders.js'

type Speaker = 'user' | 'char'

interface Speech {
  readonly by: Speaker
  readonly lines: string[]
}

/** The input of an exchange in which the character speaks first. */
const noInput = '...'

interface Speakers {
  /** What the character is called. */
  readonly names: readonly string[]
  readonly expand: Expand
}

/**
 * The first 50 exchanges of example dialogues. `<START>` begins a dialogue, `{{user}}:`, `{{char}}:` or a name of the character
 * and a colon begin a speech at the start of a line. Text before a first speech is the character's.
 */
export function exampleTurns(text: string, { names, expand }: Speakers): Turn[] {
  const turns: Turn[] = []
  for (const block of withoutComments(text).split(/<START>/i)) {
    turns.push(...turnsOf(speechesOf(block, names), expand))
    if (turns.length >= limits.exampleTurns) break
  }
  return turns.slice(0, limits.exampleTurns)
}

/** The text without the placeholders that only say who speaks. */
export function withoutSpeakers(text: string): string {
  return text.replace(/(?:^|<START>)[^\S\r\n]*\{\{user\}\}:/gim, '')
}

function speechesOf(block: string, names: readonly string[]): Speech[] {
  const speeches: Speech[] = []
  for (const line of block.split(/\r?\n/)) {
    const opened = openedBy(line.trimStart(), names)
    const last = speeches.at(-1)
    if (!last || (opened && opened.by !== last.by))
      speeches.push({ by: opened?.by ?? 'char', lines: [opened?.said ?? line] })
    else last.lines.push(opened?.said ?? line)
  }
  return speeches.filter(({ lines }) => lines.some((line) => line.trim() !== ''))
}

function openedBy(line: string, names: readonly string[]): { readonly by: Speaker; readonly said: string } | undefined {
  const [prefix, word] = /^\{\{(user|char)\}\}:/i.exec(line) ?? []
  if (prefix !== undefined && word !== undefined)
    return { by: word.toLowerCase() === 'user' ? 'user' : 'char', said: line.slice(prefix.length).trimStart() }
  const name = names.find((each) => line.startsWith(`${each}:`))
  return name === undefined ? undefined : { by: 'char', said: line.slice(name.length + 1).trimStart() }
}

function turnsOf(speeches: readonly Speech[], expand: Expand): Turn[] {
  const texts = speeches.map(({ by, lines }) => ({ by, text: expand(lines.join('\n').trim()) }))
  return texts.flatMap(({ by, text }, index) => {
    if (by === 'user') return []
    const before = texts[index - 1]
    return [{ inputData: before?.by === 'user' ? before.text : noInput, outputData: text }]
  })
}
