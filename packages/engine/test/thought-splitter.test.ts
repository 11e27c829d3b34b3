import { describe, expect, it } from '@jest/globals'
import { openedTag, ThoughtSplitter } from '../src/text/thought-splitter.js'

const tags: readonly (readonly [string, string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['[THINK]', '[/THINK]'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|channel>thought\n', '<channel|>'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
]

/** A piece of text, or a control token. */
type Said = string | { readonly marker: string }

function split(pieces: readonly Said[], thoughts = new ThoughtSplitter()) {
  let [thought, text] = ['', '']
  const add = (said: { readonly thought: string; readonly text: string }) => {
    thought += said.thought
    text += said.text
  }
  for (const piece of pieces) add(thoughts.push(typeof piece === 'string' ? { text: piece } : { text: '', ...piece }))
  add(thoughts.rest())
  return { thought, text }
}

describe.each(tags)('a thought between %j and %j', (open, close) => {
  const whole = `\n${open}\nSome < thoughts.\n${close}\n\nThe text </b>.`
  const parts = { thought: 'Some < thoughts.', text: 'The text </b>.' }

  it('is apart from the text, wherever the pieces are cut', () => {
    expect(split([whole])).toEqual(parts)
    expect(split([...whole])).toEqual(parts)
    for (let at = 1; at < whole.length; at += 1) expect(split([whole.slice(0, at), whole.slice(at)])).toEqual(parts)
  })

  it('is all of a reply that does not close it', () => {
    const unclosed = `${open}Thinking until </ the end`
    for (let at = 0; at <= unclosed.length; at += 1)
      expect(split([unclosed.slice(0, at), unclosed.slice(at)])).toEqual({
        thought: 'Thinking until </ the end',
        text: '',
      })
  })

  it('may be empty, or all of the reply', () => {
    expect(split([open, close, 'text'])).toEqual({ thought: '', text: 'text' })
    expect(split([open, ' \n\n ', close])).toEqual({ thought: '', text: '' })
    expect(split([open, 'thoughts', close])).toEqual({ thought: 'thoughts', text: '' })
  })

  it('is text where it does not begin the reply', () => {
    const quoted = `Write ${open}so${close} first.`
    expect(split([...quoted])).toEqual({ thought: '', text: quoted })
    expect(split([...`${open}a${close}${quoted}`])).toEqual({ thought: 'a', text: quoted })
  })

  it('may be begun by the prompt', () => {
    const opened = openedTag(`<|assistant|>\n${open}\n`, [])
    expect(split([...`Some${close}text`], new ThoughtSplitter({ opened }))).toEqual({ thought: 'Some', text: 'text' })
    expect(openedTag(`${open}quoted`, [])).toBeUndefined()
  })
})

describe('a reply without thoughts', () => {
  it.each([
    '',
    ' ',
    '<',
    '<thin',
    '<thin>',
    ' [TH',
    '<b>bold</b>',
    '</think>',
    '<|channel|>',
    ' '.repeat(200),
    '\n\n {"a": 1}',
  ])('is text as it is: %j', (reply) => {
    expect(split([reply])).toEqual({ thought: '', text: reply })
    expect(split([...reply])).toEqual({ thought: '', text: reply })
  })

  it('is held back only while a tag may begin it', () => {
    const thoughts = new ThoughtSplitter()
    expect(['\n', '<t', 'hi', 's>', ' <think>'].map((text) => thoughts.push({ text }).text)).toEqual([
      '',
      '',
      '',
      '\n<this>',
      ' <think>',
    ])
  })
})

describe('the control tokens of a model', () => {
  const marker = (name: string) => ({ marker: name })

  it('are found as tags, and not as text', () => {
    const pieces = [
      marker('[THINK]'),
      'a',
      marker('<unused>'),
      'b',
      marker('[/THINK]'),
      ' text',
      marker('[THINK]'),
      ' more',
    ]
    expect(split(pieces)).toEqual({ thought: 'ab', text: 'text more' })
    expect(split([marker('<unused>'), 'text'])).toEqual({ thought: '', text: 'text' })
  })

  const [channel, message, end, start] = ['<|channel|>', '<|message|>', '<|end|>', '<|start|>'].map(marker)
  const said = (name: string, text: string): Said[] => [channel ?? '', name, message ?? '', text]
  const next = [end ?? '', start ?? '', 'assistant']

  it('separate the channels of a reply, which may alternate', () => {
    const pieces = [...said('analysis', 'one'), ...next, ...said('commentary', 'I look.'), ...next]
    const rest = [...said('analysis', 'two'), ...next, ...said('final', 'Here <|end|>')]
    expect(split([...pieces, ...rest])).toEqual({ thought: 'one\n\ntwo', text: 'I look.Here <|end|>' })
  })

  it('leave the recipient of a call to the text', () => {
    const call = [channel ?? '', 'commentary', ' to=', 'functions.clock']
    expect(split([...said('analysis', 'one'), ...next, ...call])).toEqual({
      thought: 'one',
      text: 'to=functions.clock',
    })
  })
})

it('a template may have tags of its own', () => {
  const tagged = new ThoughtSplitter({ tags: [{ open: ' to=self<|message|>', close: '<|eom|>' }] })
  expect(split(Array.from(' to=self<|message|>so<|eom|> text'), tagged)).toEqual({ thought: 'so', text: 'text' })
})
