import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { AppError } from '@parley/runtime'
import { Account, LoginInput, LoginPayload, RegisterInput, RegisterPayload } from '../../schema/accounts/account.js'
import { ConfirmIdentityInput, ConfirmIdentityPayload } from '../../schema/accounts/session.js'
import { CharacterConnection } from '../../schema/characters/character.js'
import { User } from '../../schema/accounts/user.js'
import type { Characters } from '../../src/characters/characters.js'
import type { Images } from '../../src/images/images.js'
import type { SecondSteps } from '../../src/second-factors/second-steps.js'
import type { UserCaller } from '../../src/users/caller.js'
import type { Users } from '../../src/users/users.js'
import { mutationCost, pageCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver(() => User)
export class UsersResolver {
  constructor(
    private readonly users: Users,
    private readonly secondSteps: SecondSteps,
    private readonly characters: Characters,
    private readonly images: Images,
  ) {}

  @Query(() => Account, {
    nullable: true,
    description: 'The account of the caller; null without a token, UNAUTHENTICATED with an invalid one.',
  })
  me(@Ctx() { caller, tokenState }: RequestContext) {
    // null would look like a request without its header: only the error makes a client renew its session
    if (tokenState === 'invalid') throw new AppError('UNAUTHENTICATED')
    return this.users.me(caller)
  }

  @Query(() => User, { nullable: true })
  user(@Arg('id', () => ID) id: string) {
    return this.users.find(id)
  }

  @Mutation(() => RegisterPayload, { complexity: mutationCost })
  async register(@Ctx() { ipAddress }: RequestContext, @Arg('input', () => RegisterInput) input: RegisterInput) {
    return { account: await this.users.register(input, ipAddress) }
  }

  @Mutation(() => LoginPayload, { complexity: mutationCost })
  login(@Ctx() client: RequestContext, @Arg('input', () => LoginInput) input: LoginInput) {
    return this.users.login(input, client)
  }

  @Authorized()
  @Mutation(() => ConfirmIdentityPayload, {
    complexity: mutationCost,
    description:
      'Proves with the password that the person of this session is the owner of its account, which some acts of administrators need. BAD_USER_INPUT for a wrong password, CONFLICT for an account without one: sign in again by its provider. With a second factor the answer is SECOND_FACTOR_REQUIRED, also without a password, and a second call proves the factor.',
  })
  async confirmIdentity(
    @SignedIn() caller: UserCaller,
    @Ctx() client: RequestContext,
    @Arg('input', () => ConfirmIdentityInput) { password, challenge, ...proof }: ConfirmIdentityInput,
  ) {
    const confirmedUntil =
      typeof challenge === 'string'
        ? await this.secondSteps.confirm(caller, { challenge, ...proof }, client)
        : await this.users.confirmIdentity(caller, password, client)
    return { confirmedUntil }
  }

  @FieldResolver(() => String, { nullable: true })
  profileImageUrl(@Root() user: User) {
    return this.images.urlOfProfile(user)
  }

  @FieldResolver(() => CharacterConnection, {
    name: 'characters',
    complexity: pageCost,
    description: 'The characters of the user. Private ones are included for their owner and for administrators.',
  })
  charactersOf(
    @Root() user: User,
    @Ctx() { caller, bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.characters.list(caller, { ownerId: String(user.id), first, after, bytes })
  }
}
