/** A GraphQL operation with the types of its result and its variables. */
export interface Operation<Result, Variables> {
  readonly text: string
  /** Whether a manifest of the server has the text: then it is requested by its hash, and otherwise sent as text. */
  readonly isTrusted?: boolean
  /** Only for the compiler: no operation has it. */
  readonly types?: (variables: Variables) => Result
}
