import { Arg, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import {
  ChangePasswordInput,
  ChangePasswordPayload,
  CreatePasswordLinkInput,
  CreatePasswordLinkPayload,
  OfferedPasswordLink,
  UsePasswordLinkInput,
  UsePasswordLinkPayload,
} from '../../schema/accounts/password.js'
import type { UserCaller } from '../../src/users/caller.js'
import type { PasswordChanges } from '../../src/users/password-changes.js'
import type { PasswordLinks } from '../../src/users/password-links.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'
import { mutationCost } from '../pipeline/costs.js'

@Resolver()
export class PasswordsResolver {
  constructor(
    private readonly changes: PasswordChanges,
    private readonly links: PasswordLinks,
  ) {}

  @Query(() => OfferedPasswordLink, {
    nullable: true,
    description:
      'The link for a new password that has this token; null if it is wrong, expired, replaced or used. The query changes nothing.',
  })
  passwordLink(@Arg('token', () => String) token: string) {
    return this.links.find(token)
  }

  @Authorized()
  @Mutation(() => ChangePasswordPayload, {
    complexity: mutationCost,
    description:
      'Changes the password of the caller, and ends all other sessions; the calling one and API keys stay. BAD_USER_INPUT for a wrong current password, CONFLICT for an account without a password.',
  })
  async changePassword(
    @SignedIn() caller: UserCaller,
    @Ctx() origin: RequestContext,
    @Arg('input', () => ChangePasswordInput) input: ChangePasswordInput,
  ) {
    return { account: await this.changes.change(caller, input, origin) }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => CreatePasswordLinkPayload, {
    complexity: mutationCost,
    description:
      'For administrators: creates a link by which the owner of an account sets a new password, once, within 24 hours. It replaces an earlier link and ends all sessions of the account, but for the calling one of a caller who creates it for its own account. No mail is sent. REAUTHENTICATION_REQUIRED without a proof of identity of the last 15 minutes.',
  })
  createPasswordLink(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => CreatePasswordLinkInput) { accountId }: CreatePasswordLinkInput,
  ) {
    return this.links.create(caller, accountId)
  }

  @Mutation(() => UsePasswordLinkPayload, {
    complexity: mutationCost,
    description:
      'Sets the password of an account by a link of an administrator, and ends all sessions, tokens and API keys of the account. BAD_USER_INPUT for a link that is wrong, expired, replaced or used.',
  })
  async usePasswordLink(
    @Ctx() origin: RequestContext,
    @Arg('input', () => UsePasswordLinkInput) input: UsePasswordLinkInput,
  ) {
    return { account: await this.links.use(input, origin) }
  }
}
