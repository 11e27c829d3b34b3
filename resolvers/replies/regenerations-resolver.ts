import { Arg, Authorized, ID, Int, Mutation, Resolver } from 'type-graphql'
import { RegeneratePayload } from '../../schema/replies/generation.js'
import { messageWords, rules } from '../../schema/rules.js'
import type { Regenerations } from '../../src/replies/regenerations.js'
import type { UserCaller } from '../../src/users/caller.js'
import { mutationCost } from '../pipeline/costs.js'
import { SignedIn } from '../context/signed-in.js'
import { argumentRule } from '../pipeline/validate-input.js'

@Resolver()
export class RegenerationsResolver {
  constructor(private readonly regenerations: Regenerations) {}

  @Authorized()
  @Mutation(() => RegeneratePayload, {
    complexity: mutationCost,
    description: 'Answers an entry again, knowing what was said before it. The reply that it has stays an alternative.',
  })
  regenerate(
    @SignedIn() caller: UserCaller,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('index', () => Int) index: number,
    @Arg('expectedVersion', () => Int, {
      nullable: true,
      description: 'CONFLICT if the entry has another version now.',
    })
    expectedVersion?: number,
    @Arg('inputData', () => String, {
      nullable: true,
      description: `What was said, in other words: ${messageWords}. Without it the words of the entry are answered.`,
      validateFn: argumentRule('inputData', ({ messageLimit }) => rules.message(messageLimit)),
    })
    inputData?: string,
    @Arg('model', () => String, {
      nullable: true,
      description: 'One of `models`. Without it that of the reply which the entry shows, or else `Local`.',
    })
    model?: string,
    @Arg('searchAccess', () => Boolean, { defaultValue: false, description: 'As in `sendMessage`.' })
    searchAccess = false,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description: 'A retry with the same key returns the first result, for 24 hours.',
      validateFn: argumentRule('idempotencyKey', rules.idempotencyKey),
    })
    idempotencyKey?: string,
  ) {
    const request = { roomId, index, expectedVersion, inputData, model, searchAccess, idempotencyKey }
    return this.regenerations.regenerate(caller, request)
  }
}
