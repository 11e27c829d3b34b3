import { officeSystem } from '../../../ai-workers/prompts/office.js'
import { formatReferences } from '../../../ai-workers/prompts/references.js'
import type { BackendJob } from '../../../ai-workers/backends/backend.js'
import type { SearchResult } from '../../../src/ports/web-search/web-search.js'
import type { Kind } from '../../../src/kinds.js'

/**
 * A question to the bundled model, with the part of its prompt that contains the answer. Most names, facts and wordings
 * never occur in the training (`partOf` of the corpus).
 */
export interface Probe {
  readonly part: string
  readonly kind: Kind
  readonly character?: { readonly name: string; readonly greeting: string; readonly context: string }
  /** Earlier messages of the user, and the text that stands for replies without a model. */
  readonly earlier: readonly { readonly inputData: string; readonly outputData: string }[]
  readonly message: string
  /** The search results for the message. */
  readonly found: readonly SearchResult[]
  readonly says: readonly string[]
  /** The job as a faulty prompt builder would make it, without that part. */
  readonly dropped: Partial<BackendJob>
}

const fenwick = {
  name: 'Fenwick',
  greeting: 'Ahoy!',
  context: 'Fenwick has a dog called Merle. His eyes are turquoise. Kind to strangers, hard on friends.',
}
const thalia = {
  name: 'Thalia',
  greeting: '',
  context: 'She works as a bee keeper. Speaks slowly and in short sentences. Thalia is 47 years old.',
}
const introduction = { inputData: 'You should know that my name is Isolde.', outputData: 'Nice to meet you, Isolde!' }
const smalltalk = { inputData: 'How are things?', outputData: 'I am well, thank you. And you?' }
const bridge = {
  title: 'Vannoch Bridge: history and facts',
  snippet: 'Many visitors come every year. The Vannoch Bridge was built in 1927.',
  link: 'https://www.vannoch.example/places/vannoch-bridge',
}
const museum = {
  title: 'Dovra Museum - Official site',
  snippet: 'The Dovra Museum opens at 08:45. See pictures and maps.',
  link: 'https://dovra.example/en/museum',
}

const asked = { earlier: [], found: [] }
const named = (name: string): Probe => ({
  ...asked,
  part: `the name of the character, ${name}`,
  kind: 'character',
  character: { ...fenwick, name, context: 'Never lies.' },
  // the same question as in the first conversation
  message: 'What is your name?',
  says: [name],
  dropped: { character: { ...fenwick, name: '', context: 'Never lies.' } },
})

const nameProbes: readonly Probe[] = ['Fenwick', 'Philippa', 'Emeric', 'Delphine'].map(named)

const contextProbes: readonly Probe[] = [
  { character: fenwick, message: 'Tell me the name of your dog.', says: ['Merle'] },
  { character: fenwick, message: 'Tell me the colour of your eyes.', says: ['turquoise'] },
  { character: thalia, message: 'Tell me what your job is.', says: ['bee keeper'] },
  { character: thalia, message: 'May I ask how old you are?', says: ['47'] },
].map(({ character, ...rest }) => ({
  ...asked,
  ...rest,
  part: `the context of the character, ${rest.says.join()}`,
  kind: 'character',
  character,
  dropped: { character: { ...character, context: '' } },
}))

const historyProbes: readonly Probe[] = (['character', 'office'] as const).map((kind) => ({
  ...asked,
  part: `the history, ${kind}`,
  kind,
  ...(kind === 'character' ? { character: thalia } : {}),
  earlier: [introduction, smalltalk],
  message: 'Can you remember my name?',
  says: ['Isolde'],
  dropped: { history: [] },
}))

/** Asks about the current date. */
export function dateProbe(date: string): Probe {
  return {
    ...asked,
    part: 'the date',
    kind: 'office',
    message: 'Could you give me the current date?',
    says: [date],
    // texts of callers have no date in their prompts: these jobs use the service's own instructions
    dropped: { instructions: officeSystem },
  }
}

const referenceProbes: readonly Probe[] = [
  { message: 'When did they build the Vannoch Bridge?', says: ['1927', bridge.link] },
  { message: 'At which hour does the Dovra Museum open?', says: ['08:45', museum.link] },
].map((probe) => ({
  ...asked,
  ...probe,
  part: `the references, ${probe.says[0] ?? ''}`,
  kind: 'office',
  found: [bridge, museum],
  dropped: { references: '' },
}))

export function jobOf({ kind, character, earlier, message, found }: Probe): BackendJob {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    kind,
    model: 'Local',
    message,
    history: earlier,
    ...(character ? { character } : {}),
    searchAccess: found.length > 0,
    deadline: Number.MAX_SAFE_INTEGER,
    references: formatReferences(found),
  }
}

export const probes = [...nameProbes, ...contextProbes, ...historyProbes, ...referenceProbes]

/** Rows for `it.each`. */
export const titled = (rows: readonly Probe[]) => rows.map((probe) => [probe.part, probe] as const)
