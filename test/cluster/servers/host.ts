/** A machine, or what counts as one, on which a server of a cluster runs. */
export interface Host {
  /** By which the others know it. */
  readonly name: string
  readonly address: string
  /** The words in front of a command that run it there. */
  readonly enter: readonly string[]
}

export const thisHost: Host = { name: '127.0.0.1', address: '127.0.0.1', enter: [] }
