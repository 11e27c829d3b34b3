import type { PromptMessage } from '../prompt/prompt.js'

/** A call that a model requested. Its arguments are JSON text, as the model wrote it. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
  /** What else it has, as the JSON text of an object, for other models than those of GGUF files. */
  readonly fields?: string | undefined
}

/** A function that a model may call. */
export interface Tool {
  readonly name: string
  readonly description?: string | undefined
  /** The JSON Schema of its arguments, as JSON text. */
  readonly parameters: string
  /** Whether the arguments must fit all of it; else they fit what a grammar can express. False when unset. */
  readonly isStrict?: boolean | undefined
}

/** What the whole text of a reply must be: a JSON object, or JSON that fits a schema, which is JSON text. */
export type ResponseFormat =
  | { readonly kind: 'json_object' }
  | { readonly kind: 'json_schema'; readonly schema: string }

/** What a caller may request of a model beyond a reply in text. */
export interface ReplyOptions {
  /** Makes the choice of tokens reproducible. */
  readonly seed?: number | undefined
  readonly tools?: readonly Tool[] | undefined
  /** `auto`, the default: the model decides; `required`: it must call one of its tools, `named`: the tool `name`. */
  readonly toolChoice?:
    | { readonly kind: 'none' | 'auto' | 'required' }
    | { readonly kind: 'named'; readonly name: string }
    | undefined
  /** Whether a reply may have several calls; true when unset. */
  readonly hasParallelCalls?: boolean | undefined
  readonly responseFormat?: ResponseFormat | undefined
  /** The messages of a caller, in its order. The reply continues one of the assistant at the end. */
  readonly messages?: readonly PromptMessage[] | undefined
}

/** What determines the form of a reply. */
export interface ReplyRequirements {
  /** Undefined for the reply of a room, which is text without tool calls. */
  readonly completion?: ReplyOptions | undefined
  /** Texts that end the reply. */
  readonly stops?: readonly string[] | undefined
}
