import {
  type SubscribeResolverData,
  Arg,
  Authorized,
  FieldResolver,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql'
import { AppError, badInput } from '@parley/runtime'
import { CompletionEvent, CompletionInput, CompletionModel } from '../../schema/replies/completion.js'
import { GenerationError } from '../../schema/replies/generation.js'
import type { CompletionEvent as Step } from '../../src/completions/completion.js'
import type { Completions } from '../../src/completions/completions.js'
import { requestedOptions } from '../../src/tool-calls/completion-options.js'
import type { CompletionSampling } from '../../src/ports/reply-generator/reply-generator.js'
import type { UserCaller } from '../../src/users/caller.js'
import { subscriptionCost } from '../pipeline/costs.js'
import { generationErrors } from './generation-errors.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'
import { checkInput } from '../pipeline/validate-input.js'

/** Of the service schema: the operations of the `/v1` endpoints. */
@Resolver(() => CompletionEvent)
export class CompletionsResolver {
  constructor(private readonly completions: Completions) {}

  @Authorized()
  @Query(() => [CompletionModel], {
    description: 'The models that can answer now, and the newest 100 characters of the caller.',
  })
  completionModels(@SignedIn() caller: UserCaller) {
    return this.completions.models(caller)
  }

  @Authorized()
  @Query(() => CompletionModel, { nullable: true })
  completionModel(@SignedIn() caller: UserCaller, @Arg('name', () => String) name: string) {
    return this.completions.model(caller, name)
  }

  @Authorized()
  @Subscription(() => CompletionEvent, {
    name: 'completion',
    complexity: subscriptionCost,
    description: 'Generates a reply to a conversation. Ending the subscription cancels it.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, { input: CompletionInput }, RequestContext>) =>
      start(context, args.input),
  })
  completionEvents(@Root() event: CompletionEvent, @Arg('input', () => CompletionInput) _input: CompletionInput) {
    return event
  }

  @FieldResolver(() => GenerationError, { nullable: true })
  error(@Root() { errorCode, errorMessage }: Step) {
    return errorCode && { code: errorCode, message: errorMessage ?? generationErrors[errorCode] }
  }
}

function start(context: RequestContext, input: CompletionInput) {
  const { caller, completions } = context
  if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
  checkInput(input, CompletionInput, context)
  const { model, messages, stops, hasFallback, options: requested, ...sampling } = input
  const { data: options, error } = requestedOptions.safeParse(requested)
  if (error) throw badInput('options', 'are not those of a completion')
  return completions.start(caller, { model, messages, stops, hasFallback, options, sampling: given(sampling) })
}

type Sampling = Pick<CompletionInput, keyof CompletionSampling>

/** Without unset options, for which the model has its own values. */
function given(sampling: Sampling): CompletionSampling {
  return Object.fromEntries(Object.entries(sampling).filter(([, value]) => typeof value === 'number'))
}
