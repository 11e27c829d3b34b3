import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import { z } from 'zod'
import { Node } from '../../schema/node.js'
import { limits } from '../../src/limits.js'
import { nodeIdOf, type NodeType } from '../../src/nodes/node-id.js'
import type { Nodes, TypedNode } from '../../src/nodes/nodes.js'
import type { RequestContext } from '../context/request-context.js'
import { nodesCost } from '../pipeline/costs.js'
import { argumentRule } from '../pipeline/validate-input.js'

@Resolver(() => Node)
export class NodesResolver {
  constructor(private readonly nodes: Nodes) {}

  @Query(() => Node, {
    nullable: true,
    description: 'The object with this global id. Null if it does not exist or is not accessible.',
  })
  async node(@Ctx() context: RequestContext, @Arg('nodeId', () => ID) nodeId: string) {
    const [node] = await this.nodes.find(context, [nodeId])
    return node
  }

  @Query(() => [Node], {
    name: 'nodes',
    nullable: 'itemsAndList',
    complexity: nodesCost,
    description: `The objects with these global ids, at most ${String(limits.pageSize)}, in their order, each as \`node\` returns it.`,
  })
  all(
    @Ctx() context: RequestContext,
    @Arg('nodeIds', () => [ID], { validateFn: argumentRule('nodeIds', z.array(z.string()).max(limits.pageSize)) })
    nodeIds: string[],
  ) {
    return this.nodes.find(context, nodeIds)
  }

  @FieldResolver(() => ID)
  nodeId(@Root() row: TypedNode, @Info() { parentType }: GraphQLResolveInfo) {
    return nodeIdOf(parentType.name as NodeType, row)
  }
}
