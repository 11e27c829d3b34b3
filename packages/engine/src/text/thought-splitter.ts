import { openLength } from './stop-markers.js'

/** The texts around a thought. */
export interface ThoughtTag {
  readonly open: string
  readonly close: string
}

/** A piece of a reply. `marker` is the text of a control token, which has no other text. */
interface Piece {
  readonly text: string
  readonly marker?: string | undefined
}

interface Split {
  readonly thought: string
  readonly text: string
}

/** What may stand where a reply begins. */
interface Opening {
  readonly open: string
  /** Of a thought. */
  readonly close?: string
  /** Whether text follows; else another opening may. */
  readonly isText?: boolean
  /** The part of `open` that belongs to the text. */
  readonly kept?: string
}

const analysis: ThoughtTag = { open: '<|channel|>analysis<|message|>', close: '<|end|>' }

/** The usual tags. */
const knownTags: readonly ThoughtTag[] = [
  ...['think', 'thinking', 'thought', 'reasoning', 'seed:think'].map((name) => ({
    open: `<${name}>`,
    close: `</${name}>`,
  })),
  { open: '[THINK]', close: '[/THINK]' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>' },
  { open: '<|channel>thought\n', close: '<channel|>' },
]

/** A reply in channels has several messages, of which each begins with the name of its channel. */
const channels: readonly Opening[] = [
  analysis,
  { open: '<|start|>assistant' },
  { open: '<|channel|>final<|message|>', isText: true },
  { open: '<|channel|>commentary<|message|>', isText: true },
  { open: '<|channel|>commentary to=', isText: true, kept: ' to=' },
  { open: '<|channel|>analysis to=', isText: true, kept: ' to=' },
]

const usualTags: readonly ThoughtTag[] = [...knownTags, analysis]

/** The tag that a text opens at its end. */
export function openedTag(text: string, tags: readonly ThoughtTag[]): ThoughtTag | undefined {
  const end = text.trimEnd()
  return [...tags, ...usualTags].find(({ open }) => end.endsWith(open.trim()))
}

/** Whether a text, such as a template, has one of the usual tags. */
export const hasThoughtTag = (text: string): boolean => usualTags.some(({ open }) => text.includes(open.trim()))

/** UTF-16 code units. A reply that begins with more has no tag. */
const mostSpaces = 64

/**
 * Splits a reply into the thoughts at its beginning and its text. A tag that comes later is text. A thought that never ends is all
 * of the reply. Holds back only what may become a tag, and the spaces around a thought, which belong to neither.
 */
export class ThoughtSplitter {
  #state: 'start' | 'thought' | 'text' = 'start'
  #openings: readonly Opening[]
  #isChanneled: boolean
  #hasThought = false
  /** While it starts: with markers, and without. In a thought: what may be the beginning of its end. */
  #held = ''
  #shown = ''
  #close = ''
  #hasPublished = false
  #spaces = ''

  /** `opened` is the tag of a thought that the prompt has begun. */
  constructor({
    tags = [],
    opened,
  }: { readonly tags?: readonly ThoughtTag[]; readonly opened?: ThoughtTag | undefined } = {}) {
    this.#openings = [...tags, ...knownTags, ...channels].map((each) => ({ ...each, open: each.open.trim() }))
    this.#isChanneled = opened?.open === analysis.open
    if (opened) this.#begin(opened.close)
  }

  /** Whether a thought has begun, also an empty one. */
  get hasThought(): boolean {
    return this.#hasThought
  }

  /** Whether its text has begun, or can begin. */
  get isText(): boolean {
    return this.#state === 'text'
  }

  /** What can be published now. */
  push({ text, marker = '' }: Piece): Split {
    if (this.#state === 'thought') return this.#think(text, marker)
    if (this.#state === 'start') return this.#start(text, text === '' ? marker : text)
    if (this.#isChanneled && marker === analysis.close) this.#restart(channels)
    return { thought: '', text }
  }

  /** What was held back, for a reply that ends. */
  rest(): Split {
    const held = this.#held
    this.#held = ''
    if (this.#state === 'thought') return { thought: this.#trimmed(held), text: '' }
    const isWhole = this.#state === 'start' && held === this.#shown
    return { thought: '', text: isWhole ? this.#release() : '' }
  }

  #start(text: string, whole: string): Split {
    this.#held += whole
    this.#shown += text
    const body = this.#held.trimStart()
    if (body === '') {
      if (this.#held.length <= mostSpaces || this.#hasThought) return nothing
      return { thought: '', text: this.#release() }
    }
    const opening = this.#openings.find(({ open }) => body.startsWith(open))
    if (opening) return this.#open(opening, body.slice(opening.open.length))
    if (this.#openings.some(({ open }) => open.startsWith(body))) return nothing
    return { thought: '', text: this.#release() }
  }

  /** `rest` is what follows it in the same piece. */
  #open(opening: Opening, rest: string): Split {
    this.#held = ''
    this.#shown = ''
    this.#isChanneled ||= channels.some(({ open }) => open === opening.open)
    if (opening.close !== undefined) {
      this.#begin(opening.close)
      return this.#think(rest, '')
    }
    if (opening.isText) this.#openings = []
    const kept = (opening.kept ?? '') + rest
    return kept === '' ? nothing : this.#start(kept, kept)
  }

  #begin(close: string): void {
    this.#state = 'thought'
    this.#close = close.trim()
    this.#hasThought = true
    this.#spaces = this.#hasPublished ? '\n\n' : ''
  }

  #think(text: string, marker: string): Split {
    const found = this.#held + text
    const end = marker === this.#close ? found.length : found.indexOf(this.#close)
    if (end < 0) {
      const kept = openLength(found, this.#close)
      this.#held = found.slice(found.length - kept)
      return { thought: this.#trimmed(found.slice(0, found.length - kept)), text: '' }
    }
    const thought = this.#trimmed(found.slice(0, end))
    const rest = found.slice(end + this.#close.length)
    this.#restart(this.#isChanneled ? channels : [])
    const next = rest === '' ? nothing : this.#start(rest, rest)
    return { thought: thought + next.thought, text: next.text }
  }

  #restart(openings: readonly Opening[]): void {
    this.#state = 'start'
    this.#openings = openings
    this.#held = ''
    this.#shown = ''
  }

  #release(): string {
    this.#state = 'text'
    return this.#hasThought ? this.#shown.trimStart() : this.#shown
  }

  #trimmed(piece: string): string {
    const whole = this.#spaces + piece
    const started = this.#hasPublished ? whole : whole.trimStart()
    const trimmed = started.trimEnd()
    this.#spaces = started.slice(trimmed.length)
    this.#hasPublished ||= trimmed !== ''
    return trimmed
  }
}

const nothing: Split = { thought: '', text: '' }
