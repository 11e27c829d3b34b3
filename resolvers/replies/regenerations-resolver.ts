import { Arg, Authorized, ID, Int, Mutation, Resolver } from 'type-graphql'
import { ContinueReplyPayload, RegeneratePayload } from '../../schema/replies/generation.js'
import { keyDescription, messageLengthDescription, rules, timeZoneDescription } from '../../schema/rules.js'
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
    description:
      'Generates another reply to an entry, with the entries before it as history. The current reply is kept as an alternative. BAD_USER_INPUT for a message that cannot fit the context of its model, CONFLICT while the room has an active generation, FORBIDDEN for a model that the membership does not include, RATE_LIMITED when a limit is used up.',
  })
  regenerate(
    @SignedIn() caller: UserCaller,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('index', () => Int) index: number,
    @Arg('expectedVersion', () => Int, {
      nullable: true,
      description: 'The version that the client has read. CONFLICT if the entry has another version.',
    })
    expectedVersion?: number,
    @Arg('inputData', () => String, {
      nullable: true,
      description: `A new wording of the message: ${messageLengthDescription}. Default: the message of the entry.`,
      validateFn: argumentRule('inputData', ({ messageLimit }) => rules.message(messageLimit)),
    })
    inputData?: string,
    @Arg('model', () => String, {
      nullable: true,
      description:
        'The name of one of `models`. Default: the model of the room, else that of the current reply, else the default of the server for its kind.',
    })
    model?: string,
    @Arg('searchAccess', () => Boolean, {
      defaultValue: false,
      nullable: true,
      description: 'Allows a web search for the reply; ignored in a room with a character.',
    })
    searchAccess: boolean | null = false,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description: keyDescription,
      validateFn: argumentRule('idempotencyKey', rules.idempotencyKey),
    })
    idempotencyKey?: string,
    @Arg('timeZone', () => String, {
      nullable: true,
      description: timeZoneDescription,
      validateFn: argumentRule('timeZone', rules.timeZone),
    })
    timeZone?: string,
  ) {
    const request = {
      roomId,
      index,
      expectedVersion,
      inputData,
      model,
      searchAccess: searchAccess ?? false,
      idempotencyKey,
      timeZone,
    }
    return this.regenerations.regenerate(caller, request)
  }

  @Authorized()
  @Mutation(() => ContinueReplyPayload, {
    complexity: mutationCost,
    description:
      'Goes on with the reply that an entry shows, where it ended or was cancelled, with the entries before it as history. The text becomes a further part of the same alternative; when the generation is cancelled or fails, the part so far stays. The generation fails with CONFLICT if the entry changes meanwhile. CONFLICT while the room has an active generation, FORBIDDEN for a model that the membership does not include, RATE_LIMITED when a limit is used up: it counts as a message.',
  })
  continueReply(
    @SignedIn() caller: UserCaller,
    @Arg('roomId', () => ID) roomId: string,
    @Arg('index', () => Int) index: number,
    @Arg('expectedVersion', () => Int, {
      nullable: true,
      description: 'The version that the client has read. CONFLICT if the entry has another version.',
    })
    expectedVersion?: number,
    @Arg('model', () => String, {
      nullable: true,
      description:
        'The name of one of `models`. Default: the model of the current reply, else that of the room, else the default of the server for its kind.',
    })
    model?: string,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description: keyDescription,
      validateFn: argumentRule('idempotencyKey', rules.idempotencyKey),
    })
    idempotencyKey?: string,
  ) {
    return this.regenerations.continueReply(caller, { roomId, index, expectedVersion, model, idempotencyKey })
  }
}
