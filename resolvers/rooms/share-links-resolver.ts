import { Arg, Authorized, ID, Mutation, Query, Resolver } from 'type-graphql'
import { CreateShareLinkPayload, RevokeShareLinkPayload, ShareLink } from '../../schema/rooms/share-link.js'
import { keyDescription, rules } from '../../schema/rules.js'
import type { ShareLinks } from '../../src/share-links/share-links.js'
import type { UserCaller } from '../../src/users/caller.js'
import { SignedIn } from '../context/signed-in.js'
import { mutationCost, shareLinksCost } from '../pipeline/costs.js'
import { argumentRule } from '../pipeline/validate-input.js'

@Resolver()
export class ShareLinksResolver {
  constructor(private readonly shareLinks: ShareLinks) {}

  @Authorized()
  @Query(() => [ShareLink], {
    nullable: true,
    complexity: shareLinksCost,
    description: 'The links to copies of chats that the caller has made, at most 50, the newest first.',
  })
  myShareLinks(@SignedIn() caller: UserCaller) {
    return this.shareLinks.list(caller)
  }

  @Authorized()
  @Mutation(() => CreateShareLinkPayload, {
    complexity: mutationCost,
    description:
      'Makes a link to a copy of the messages and replies that a room of the caller shows now, without thoughts, instructions, models and pictures. NOT_FOUND for a room that the caller does not own; FORBIDDEN while `installation` has no `shareLinks`; CONFLICT for a room whose character is not public, without entries, or too long (1,000,000 characters as HTML), and if the account already has 50 links; RATE_LIMITED when a limit is used up.',
  })
  async createShareLink(
    @SignedIn() caller: UserCaller,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description: keyDescription,
      validateFn: argumentRule('idempotencyKey', rules.idempotencyKey),
    })
    idempotencyKey?: string,
  ) {
    return { shareLink: await this.shareLinks.create(caller, { roomId, idempotencyKey }) }
  }

  @Authorized()
  @Mutation(() => RevokeShareLinkPayload, {
    complexity: mutationCost,
    description: 'Ends a link of the caller immediately, and deletes its copy.',
  })
  async revokeShareLink(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    return { revokedShareLinkId: await this.shareLinks.revoke(caller, id) }
  }
}
