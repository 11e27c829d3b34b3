/** The first part of a call has its head. `arguments` continues its JSON text, as the model writes it. */
export interface ToolCallPart {
  /** Of the call in its reply, from 0. */
  readonly index: number
  readonly head?: { readonly id: string; readonly name: string } | undefined
  readonly arguments: string
  /**
   * What else the part adds to the call: lines of JSON objects, whose lists continue earlier ones and whose other values
   * replace them.
   */
  readonly fields?: string | undefined
}

/** What a model thinks before it replies, apart from its text. */
export interface ThoughtPart {
  readonly thought: string
}

/** What else a hosted model adds to a message: lines of JSON objects, as those of a ToolCallPart. */
export interface FieldsPart {
  readonly messageFields: string
}

/** What a model adds to its reply: text, a part of a tool call, of its thoughts, or of its other fields. */
export type ReplyPart = string | ToolCallPart | ThoughtPart | FieldsPart
