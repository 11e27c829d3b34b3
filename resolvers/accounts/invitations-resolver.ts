import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import {
  CreateInvitationInput,
  CreateInvitationPayload,
  Invitation,
  InvitationConnection,
  OfferedInvitation,
  RevokeInvitationPayload,
} from '../../schema/accounts/invitation.js'
import { AuditEntry } from '../../schema/operators/audit.js'
import type { Invitations } from '../../src/users/invitations/invitations.js'
import type { RequestContext } from '../context/request-context.js'
import { mutationCost, pageCost } from '../pipeline/costs.js'

@Resolver(() => Invitation)
export class InvitationsResolver {
  constructor(private readonly links: Invitations) {}

  @Query(() => OfferedInvitation, {
    nullable: true,
    description:
      'The invitation that the link with this token offers; null if it is wrong, expired, revoked or used up. The query changes nothing.',
  })
  invitation(@Arg('token', () => String) token: string) {
    return this.links.find(token)
  }

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => InvitationConnection, {
    nullable: true,
    complexity: pageCost,
    description: 'For administrators: the invitations that have not expired, ordered by id.',
  })
  invitations(
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.links.list({ first, after })
  }

  @FieldResolver(() => AuditEntry, {
    nullable: true,
    description:
      'The entry of its creation in the audit log, which says who has created it; null once that entry is deleted.',
  })
  auditEntry(@Root() { id }: Invitation, @Ctx() { loaders }: RequestContext) {
    return loaders.invitationCreated.load(id)
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => CreateInvitationPayload, {
    complexity: mutationCost,
    description: 'For administrators: creates an invitation, and returns its link once.',
  })
  createInvitation(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => CreateInvitationInput) input: CreateInvitationInput,
  ) {
    return this.links.create(caller, input)
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => RevokeInvitationPayload, {
    complexity: mutationCost,
    description: 'For administrators: ends an invitation. Accounts that it has created stay.',
  })
  async revokeInvitation(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return { revokedInvitationId: await this.links.revoke(caller, id) }
  }
}
