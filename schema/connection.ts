import { type ClassType, Field, ObjectType } from 'type-graphql'

@ObjectType({
  description: 'The cursors of a page, and whether the list has more rows before or after it.',
  simpleResolvers: true,
})
export class PageInfo {
  @Field(() => Boolean)
  readonly hasNextPage!: boolean

  @Field(() => Boolean)
  readonly hasPreviousPage!: boolean

  @Field(() => String, { nullable: true })
  readonly startCursor!: string | null

  @Field(() => String, { nullable: true })
  readonly endCursor!: string | null
}

const pageDescription =
  'A page of a list. It can have fewer rows than requested: it ends when its rows have 1 MiB of text, but has at least one row. `hasNextPage` (`hasPreviousPage` with `last`) is true if the list has more rows.'

/** The `<Name>Connection` and `<Name>Edge` types of a node, by the cursor connections specification. */
export function connectionOf<Node extends object>(
  name: string,
  node: () => ClassType<Node> | (abstract new () => Node),
) {
  @ObjectType(`${name}Edge`, { simpleResolvers: true })
  class NodeEdge {
    @Field(() => String)
    readonly cursor!: string

    @Field(node)
    readonly node!: Node
  }

  @ObjectType(`${name}Connection`, { description: pageDescription, simpleResolvers: true })
  class NodeConnection {
    @Field(() => [NodeEdge])
    readonly edges!: NodeEdge[]

    @Field(() => [node()])
    readonly nodes!: Node[]

    @Field(() => PageInfo)
    readonly pageInfo!: PageInfo
  }

  return NodeConnection
}
