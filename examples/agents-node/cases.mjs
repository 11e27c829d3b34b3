// Runs every case of docs/openai.md with both clients, on the model `local` and on a hosted one:
// KEY=... HOSTED=<alias> node cases.mjs
// It prints a line of JSON for each: { sdk, case, model, outcome, detail }. An outcome is `pass`, the status of the refusal
// that the client threw as its own error, a reason, or `failed`.
import { aiSdkCases } from './ai-sdk-cases.mjs'
import { openaiCases } from './openai-cases.mjs'

const { SERVER = 'http://localhost:8080', KEY, HOSTED } = process.env
const server = { baseURL: `${SERVER}/v1`, apiKey: KEY }
const hostedOnly = ['thoughts', 'streamed thoughts', 'tokens of thoughts', 'interleaved calls', 'fields of a provider']
const sdks = { 'openai (Node.js)': openaiCases(server), ai: aiSdkCases(server) }

for (const [sdk, cases] of Object.entries(sdks))
  for (const [name, run] of Object.entries(cases))
    for (const model of hostedOnly.includes(name) ? ['hosted'] : ['local', 'hosted']) {
      const ended = await run(model === 'local' ? model : HOSTED, model === 'local').then(
        ({ outcome = 'pass', detail = '' } = {}) => ({ outcome, detail }),
        (error) => ({ outcome: 'failed', detail: String(error.stack) }),
      )
      console.log(JSON.stringify({ sdk, case: name, model, ...ended }))
    }
