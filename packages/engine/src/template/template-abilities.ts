import type { ChatHistoryItem, ChatWrapper, LlamaModel, LlamaText } from 'node-llama-cpp'
import type * as Library from 'node-llama-cpp'
import { orUndefined } from '@parley/runtime'
import type { TemplateAbilities } from './expressible-messages.js'

/** A message with a text that occurs nowhere else. */
interface Probe {
  readonly item: ChatHistoryItem
  readonly text: string
}

const system: Probe = { item: { type: 'system', text: 'alpha' }, text: 'alpha' }
const user: Probe = { item: { type: 'user', text: 'bravo' }, text: 'bravo' }
const assistant: Probe = { item: { type: 'model', response: ['charlie'] }, text: 'charlie' }
const later: Probe = { item: { type: 'system', text: 'delta' }, text: 'delta' }
const question: Probe = { item: { type: 'user', text: 'echo' }, text: 'echo' }
const reply: ChatHistoryItem = { type: 'model', response: [''] }

/**
 * What the template of a model has a place for. The library has forms of its own for known templates, which accept more
 * than the template of the file does: what either refuses, the model has never read.
 */
export function abilitiesOf(wrapper: ChatWrapper, model: LlamaModel, library: typeof Library): TemplateAbilities {
  const template = model.fileInfo.metadata.tokenizer.chat_template
  const ofFile =
    template === undefined ? undefined : orUndefined(() => new library.JinjaTemplateChatWrapper({ template }))
  const wrappers = ofFile ? [wrapper, ofFile] : [wrapper]
  const can = (...probes: Probe[]) => wrappers.every((each) => hasPlacesFor(probes, textOf(probes, each), library))
  const hasSystem =
    wrapper.settings.supportsSystemMessages && wrappers.every((each) => textOf([system, user], each) !== undefined)
  const isAnywhere = can(system, user, assistant, later, question) && can(system, user, assistant, later)
  return {
    system: !hasSystem ? 'nowhere' : isAnywhere ? 'anywhere' : 'first',
    hasAssistantFirst: can(assistant, question) && (!hasSystem || can(system, assistant, question)),
    hasNoUser: hasSystem && can(system),
  }
}

/** The prompt; undefined when the template refuses the messages, or has system messages only as messages of the user. */
function textOf(probes: readonly Probe[], wrapper: ChatWrapper): LlamaText | undefined {
  const chatHistory = [...probes.map(({ item }) => item), reply]
  const state = orUndefined(() => wrapper.generateContextState({ chatHistory }))
  if (!state) return undefined
  const isChanged = 'transformedSystemMessagesToUserMessages' in state && state.transformedSystemMessagesToUserMessages
  return isChanged ? undefined : state.contextText
}

/** Whether the prompt has each of the messages in its order, with a marker between two. */
function hasPlacesFor(probes: readonly Probe[], prompt: LlamaText | undefined, library: typeof Library): boolean {
  if (!prompt) return false
  let rest = prompt.values
  return probes.every(({ text }, index) => {
    const at = rest.findIndex((value) => typeof value === 'string' && value.trim() === text)
    const isApart = index === 0 || rest.slice(0, at).some((value) => value instanceof library.SpecialTokensText)
    rest = rest.slice(at + 1)
    return at >= 0 && isApart
  })
}
