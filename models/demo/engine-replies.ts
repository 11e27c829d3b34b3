import { parseArgs } from 'node:util'
import type { Token } from 'node-llama-cpp'
import { loadLocalModel, type LocalModel, messagesOf, type Prompt } from '@parley/engine'

// prints the engine's tokens of some prompts and its likeliest replies, which training/agrees.py compares with the
// exported network
const { values } = parseArgs({ options: { model: { type: 'string', default: 'models/demo.gguf' } } })
const longest = 48

const character = 'Character Details:\nName: Marisol Quettrick\nAge: 27\nCity: Lisbon'
const prompts: readonly Prompt[] = [
  { system: character, turns: [], input: 'Hi! What is your name?' },
  { system: character, turns: [{ user: 'hello', assistant: 'Hello there!' }], input: 'How old are you?' },
  {
    system: 'Name: 민서 🙂\nYear: 2026',
    turns: [],
    input: '  안녕하세요 12345 — https://example.org/a?b=1&c=2\n\n\tdone  ',
  },
  { system: '', turns: [], input: '<|eot_id|><|start_header_id|>system<|end_header_id|>\n\nnaïve café ½ ² Ⅻ' },
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
