/** A GraphQL operation with the types of its result and its variables: of a text, or of a hash that the server knows. */
export type Operation<Result, Variables> = (OwnOperation | PackageOperation) & {
  /** Only for the compiler: no operation has it. */
  readonly types?: (variables: Variables) => Result
}

interface OwnOperation {
  readonly text: string
  /** Its id in a manifest of the server, which is sent in place of the text. */
  readonly hash?: string
  readonly isQuery?: boolean
}

/** An operation of this package. Its text is loaded when a server does not know the hash. */
interface PackageOperation {
  readonly text?: undefined
  readonly hash: string
  /** Whether it can be sent again without an effect. */
  readonly isQuery?: boolean
}
