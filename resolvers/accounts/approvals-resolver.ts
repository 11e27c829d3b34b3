import { Arg, Authorized, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { ApproveAccountPayload } from '../../schema/accounts/approval.js'
import type { Approvals } from '../../src/users/approvals.js'
import type { RequestContext } from '../context/request-context.js'
import { mutationCost } from '../pipeline/costs.js'

@Resolver()
export class ApprovalsResolver {
  constructor(private readonly approvals: Approvals) {}

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => ApproveAccountPayload, {
    complexity: mutationCost,
    description:
      'For administrators: approves an account, so that its owner can sign in. One that is approved already stays as it is, and `changed` is false.',
  })
  approveAccount(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return this.approvals.approve(caller, id)
  }
}
