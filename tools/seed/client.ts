/** The data of all operations of the seed; each returns some of these fields. */
interface Data {
  readonly login?: { readonly token: string }
  readonly mine?: { readonly nodes: readonly { readonly id: string; readonly name: string }[] }
  readonly created?: { readonly made: { readonly id: string } }
  readonly room?: { readonly entries: { readonly nodes: readonly { readonly index: number }[] } }
}

/** An ordinary client of a running server. */
export class Client {
  constructor(
    readonly url: string,
    private readonly token?: string,
  ) {}

  /** Runs an operation and returns its data. Throws its first error. */
  async ask(query: string, variables: object = {}): Promise<Data> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
      },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] }
    if (errors?.[0] || !data) throw new Error(errors?.[0]?.message ?? `${this.url} answered ${response.status}`)
    return data
  }

  /**
   * Returns the id of the object with that name in `list` (as `mine`), else of the one that `create` makes (as `created
   * { made }`).
   */
  async findOrCreate(
    name: string,
    { list, create, input }: { list: string; create: string; input: object },
  ): Promise<string> {
    const { mine } = await this.ask(list)
    const known = mine?.nodes.find((node) => node.name === name)
    if (known) return known.id
    const { created } = await this.ask(create, { input })
    if (!created) throw new Error(`${name} was not made`)
    return created.made.id
  }
}
