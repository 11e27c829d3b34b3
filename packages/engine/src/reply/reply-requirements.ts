/** A call that a model requested. Its arguments are JSON text, as the model wrote it. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** What an assistant did between a message and its reply: a text, mostly empty, and calls with their results. */
export interface ToolRound {
  readonly text: string
  readonly calls: readonly (ToolCall & { readonly result: string })[]
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
  readonly responseFormat?: ResponseFormat | undefined
  /** The rounds after the last message, which the reply continues. */
  readonly rounds?: readonly ToolRound[] | undefined
  /** The beginning of the reply, which the model continues. The reply does not include it. */
  readonly beginning?: string | undefined
}

/** What determines the form of a reply. */
export interface ReplyRequirements {
  /** Undefined for the reply of a room, which is text without tool calls. */
  readonly completion?: ReplyOptions | undefined
  /** Texts that end the reply. */
  readonly stops?: readonly string[] | undefined
  /** The earlier exchanges, oldest first. */
  readonly history: readonly { readonly rounds?: readonly ToolRound[] | undefined }[]
}
