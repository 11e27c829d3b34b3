import { parseArgs } from 'node:util'
import type { Token } from 'node-llama-cpp'
import { loadLocalModel, type LocalModel, messagesOf, type Prompt } from '@parley/engine'

// prints the engine's tokens of some prompts and its likeliest replies, which training/agrees.py compares with the
// exported network
const { values } = parseArgs({ options: { model: { type: 'string', default: 'models/demo.gguf' } } })
const longest = 48

const character = 'Character Details:\nName: Marisol Quettrick\nAge: 27\nCity: Lisbon'
const asked = (system: string, input: string, turns: Prompt['turns'] = []): Prompt => ({
  opening: [{ role: 'system', text: system }],
  turns,
  last: [{ role: 'user', text: input }],
})
const prompts: readonly Prompt[] = [
  asked(character, 'Hi! What is your name?'),
  asked(character, 'How old are you?', [
    [
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: 'Hello there!' },
    ],
  ]),
  asked('Name: 민서 🙂\nYear: 2026', '  안녕하세요 12345 — https://example.org/a?b=1&c=2\n\n\tdone  '),
  asked('', '<|eot_id|><|start_header_id|>system<|end_header_id|>\n\nnaïve café ½ ² Ⅻ'),
]

async function answered({ model, context, template }: LocalModel, prompt: Prompt) {
  const sequence = context.getSequence()
  const tokens = template.tokens(prompt)
  const reply: Token[] = []
  let ended = false
  try {
    for await (const token of sequence.evaluate(tokens, { temperature: 0, yieldEogToken: true })) {
      ended = template.isStop(token)
      reply.push(token)
      if (ended || reply.length >= longest) break
    }
  } finally {
    await sequence.dispose()
  }
  const text = model.detokenize(ended ? reply.slice(0, -1) : reply)
  return { messages: messagesOf(prompt), tokens, reply, ended, text }
}

const local = await loadLocalModel({ modelPath: values.model })
for (const prompt of prompts) process.stdout.write(`${JSON.stringify(await answered(local, prompt))}\n`)
await local.dispose()
