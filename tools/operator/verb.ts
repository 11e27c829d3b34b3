import { setTimeout as pause } from 'node:timers/promises'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import {
  AccountOfDocument,
  type KnownAccountFragment,
} from '../../rest-facade/operations/service-operations.generated.js'
import { Refusal } from './command.js'
import type { Ask } from './ask.js'

/** The arguments and options of a command. */
export interface Input {
  readonly email?: string | undefined
  readonly id?: string | undefined
  readonly kind?: string | undefined
  readonly text?: string | undefined
  readonly level?: string | undefined
  readonly setting?: string | undefined
  readonly value?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  /** The password when the command has none. */
  readonly generated?: string | undefined
  readonly name?: string | undefined
  readonly reason?: string | undefined
  readonly role?: string | undefined
  readonly membership?: string | undefined
  readonly uses?: number | undefined
  /** An instant of ISO 8601. This one and the next three are null to remove a limit. */
  readonly until?: string | null | undefined
  readonly models?: readonly string[] | null | undefined
  readonly scopes?: readonly string[] | undefined
  readonly messagesPerDay?: number | null | undefined
  readonly tokensPerMonth?: number | null | undefined
  /** Whether the command works on the stores itself, with its own environment, because no server answers it. */
  readonly isAlone?: boolean | undefined
}

export type Account = KnownAccountFragment
/** With the account of EMAIL. */
type Known = Input & { readonly account: Account }

interface Named {
  /** Words, ARGUMENTS, [OPTIONAL ARGUMENTS] and [--options]. */
  readonly usage: string
}

interface Operation<TData, TVariables, TInput> extends Named {
  readonly document: TypedDocumentNode<TData, TVariables>
  readonly variables: (input: TInput) => TVariables
}

interface Row<TData, TVariables, TInput, TValue> extends Operation<TData, TVariables, TInput> {
  /** What `--json` prints. */
  readonly value: (data: TData, input: TInput) => TValue
  readonly text: (value: TValue, input: TInput) => string
  /** Repeats the operation every second until this holds twice. */
  readonly until?: (value: TValue) => boolean
}

interface Pages<TData, TVariables extends object, TNode> extends Operation<TData, TVariables, Input> {
  readonly page: (data: TData) => Page<TNode> | null
  readonly line: (node: TNode) => string
  readonly none: string
}

interface Page<TNode> {
  readonly nodes: readonly TNode[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

export interface Output {
  readonly text: string
  readonly value: unknown
}

/** A command, with its usage read. */
export interface Command extends Named {
  readonly words: readonly string[]
  readonly takes: readonly string[]
  /** How many of `takes` must be given. */
  readonly required: number
  readonly options: readonly string[]
}

/** A command that runs operations. */
export interface Verb extends Command {
  /** Throws Refusal. */
  run(input: Input, ask: Ask): Promise<Output>
}

/** A command that runs one operation. */
export const verb = <TData, TVariables, TValue>(row: Row<TData, TVariables, Input, TValue>): Verb => ({
  ...commandOf(row.usage),
  run: (input, ask) => runRow(row, input, ask),
})

/** A command about the account with the address EMAIL. */
export const accountVerb = <TData, TVariables, TValue>(row: Row<TData, TVariables, Known, TValue>): Verb => ({
  ...commandOf(row.usage),
  run: async (input, ask) => {
    const { email = '' } = input
    const { account } = await ask(AccountOfDocument, { email })
    if (!account) throw new Refusal(`There is no account with the address ${email}.`, 67)
    return runRow(row, { ...input, account }, ask)
  },
})

/** A command that prints a whole list. */
export const listVerb = <TData, TVariables extends object, TNode>(row: Pages<TData, TVariables, TNode>): Verb => ({
  ...commandOf(row.usage),
  run: async (input, ask) => {
    const nodes: TNode[] = []
    for (let after: string | null | undefined; after !== null;) {
      const page: Page<TNode> | null = row.page(await ask(row.document, { ...row.variables(input), after }))
      nodes.push(...(page?.nodes ?? []))
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
    }
    return { text: linesOf(nodes, row.line, row.none), value: nodes }
  },
})

/** One line for each row of a list. */
export const linesOf = <T>(rows: readonly T[], line: (row: T) => string, none: string): string =>
  rows.length === 0 ? none : rows.map(line).join('\n')

/** The failure of a command about an object says which one does not exist. */
function withName({ usage }: Named, { id }: Input): (error: unknown) => never {
  return (error) => {
    if (id === undefined || !(error instanceof Refusal) || error.exitCode !== 67) throw error
    const [noun = ''] = usage.split(' ')
    throw new Refusal(`There is no ${noun === 'queue' ? 'waiting or running reply' : noun} ${id}.`, 67, error)
  }
}

async function runRow<TData, TVariables, TInput extends Input, TValue>(
  row: Row<TData, TVariables, TInput, TValue>,
  input: TInput,
  ask: Ask,
): Promise<Output> {
  const once = async () => row.value(await ask(row.document, row.variables(input)).catch(withName(row, input)), input)
  let value = await once()
  for (let held = 0; row.until && held < 2; held = row.until(value) ? held + 1 : 0) {
    await pause(1_000)
    value = await once()
  }
  return { text: row.text(value, input), value }
}

export function commandOf(usage: string): Command {
  const options = [...usage.matchAll(/\[--([a-z-]+)/g)].map(([, name = '']) => name)
  const words = usage
    .replaceAll(/\[--[^\]]*\]/g, '')
    .trim()
    .split(' ')
  const takes = words.filter((word) => /[A-Z]/.test(word))
  return {
    usage,
    words: words.filter((word) => !takes.includes(word)),
    takes: takes.map((name) => name.replaceAll(/[^A-Z]/g, '').toLowerCase()),
    required: takes.filter((name) => !name.startsWith('[')).length,
    options,
  }
}
