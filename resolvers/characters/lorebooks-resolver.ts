import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import {
  AttachLorebookPayload,
  CreateLorebookInput,
  CreateLorebookPayload,
  DeleteLorebookPayload,
  DetachLorebookPayload,
  ImportLorebookInput,
  ImportLorebookPayload,
  Lorebook,
  LorebookConnection,
  LorebookEntryConnection,
  LorebookFile,
  LorebookFormat,
  LorebookNote,
  LorebookUseInput,
  LorePreview,
  UpdateLorebookInput,
  UpdateLorebookPayload,
} from '../../schema/characters/lorebook.js'
import { limits } from '../../src/limits.js'
import type { LorebookFormat as Format } from '../../src/lorebooks/lorebook.js'
import type { ListedLorebook, Lorebooks } from '../../src/lorebooks/lorebooks.js'
import { usualScanDepth, usualTokenBudget } from '../../src/lorebooks/read-book.js'
import { text } from '../../src/text-rules.js'
import type { UserCaller } from '../../src/users/caller.js'
import { cardCost, loreNotesCost, lorePreviewCost, mutationCost, openLoreCost, pageCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'
import { argumentRule } from '../pipeline/validate-input.js'

@Resolver(() => Lorebook)
export class LorebooksResolver {
  constructor(private readonly lorebooks: Lorebooks) {}

  @Authorized()
  @Query(() => LorebookConnection, {
    nullable: true,
    complexity: pageCost,
    description:
      'The lorebooks of the caller, the newest first: all of them, or those that a room (its UUID) or a character of the caller uses.',
  })
  myLorebooks(
    @SignedIn() caller: UserCaller,
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('roomId', () => ID, { nullable: true }) roomId?: string,
    @Arg('characterId', () => ID, { nullable: true }) characterId?: string,
  ) {
    return this.lorebooks.list(caller, { first, after, bytes, roomId, characterId })
  }

  @Query(() => Lorebook, { nullable: true, description: 'A lorebook of the caller; null for any other one.' })
  lorebook(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return this.lorebooks.find(caller, id)
  }

  @Query(() => LorebookFile, {
    nullable: true,
    complexity: cardCost,
    description:
      'A lorebook of the caller as a file: as it came in, with the fields that were changed since, or in another format. Null for any other lorebook.',
  })
  exportLorebook(
    @Ctx() { caller }: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('format', () => LorebookFormat, { nullable: true, description: 'Default: that of the file it came from.' })
    format?: Format,
  ) {
    return this.lorebooks.export(caller, id, format)
  }

  @Authorized()
  @Query(() => [LorePreview], {
    nullable: true,
    complexity: lorePreviewCost,
    description:
      'The entries of a lorebook of the caller that a text would wake, in the order in which budgets keep them. NOT_FOUND for any other lorebook.',
  })
  previewLorebook(
    @SignedIn() caller: UserCaller,
    @Arg('id', () => ID) id: string,
    @Arg('text', () => String, {
      description: 'At most 32,000 characters.',
      validateFn: argumentRule('text', text(0, limits.lorePreviewLength)),
    })
    sent: string,
  ) {
    return this.lorebooks.preview(caller, id, sent)
  }

  @Authorized()
  @Mutation(() => CreateLorebookPayload, {
    complexity: mutationCost,
    description: 'Creates a lorebook without entries. CONFLICT if the account already has 100.',
  })
  async createLorebook(
    @SignedIn() caller: UserCaller,
    @Arg('input', () => CreateLorebookInput) input: CreateLorebookInput,
  ) {
    return { lorebook: await this.lorebooks.create(caller, input) }
  }

  @Authorized()
  @Mutation(() => ImportLorebookPayload, {
    complexity: mutationCost,
    description:
      'Stores a lorebook from a file, or replaces the entries of one. BAD_USER_INPUT names each entry and field that breaks a rule; CONFLICT if the account already has 100. `notes` of the lorebook has what is not played.',
  })
  async importLorebook(
    @SignedIn() caller: UserCaller,
    @Arg('input', () => ImportLorebookInput) input: ImportLorebookInput,
  ) {
    return { lorebook: await this.lorebooks.import(caller, input) }
  }

  @Authorized()
  @Mutation(() => UpdateLorebookPayload, {
    complexity: mutationCost,
    description:
      'Changes a lorebook of the caller and its entries. Fields of its file that are not changed stay as they came.',
  })
  async updateLorebook(
    @SignedIn() caller: UserCaller,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateLorebookInput) input: UpdateLorebookInput,
  ) {
    return { lorebook: await this.lorebooks.update(caller, id, input) }
  }

  @Authorized()
  @Mutation(() => DeleteLorebookPayload, {
    complexity: mutationCost,
    description: 'Deletes a lorebook of the caller, wherever it is used.',
  })
  async deleteLorebook(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    return { deletedLorebookId: await this.lorebooks.delete(caller, id) }
  }

  @Authorized()
  @Mutation(() => AttachLorebookPayload, {
    complexity: mutationCost,
    description:
      'Uses a lorebook of the caller in a room of the caller, or in all rooms with a character of the caller. CONFLICT beyond 5 of a room or a character, and beyond 200 rooms and characters of a lorebook.',
  })
  async attachLorebook(@SignedIn() caller: UserCaller, @Arg('input', () => LorebookUseInput) input: LorebookUseInput) {
    return { lorebook: await this.lorebooks.attach(caller, input) }
  }

  @Authorized()
  @Mutation(() => DetachLorebookPayload, {
    complexity: mutationCost,
    description: 'Ends a use of a lorebook. One that is not there changes nothing.',
  })
  async detachLorebook(@SignedIn() caller: UserCaller, @Arg('input', () => LorebookUseInput) input: LorebookUseInput) {
    return { lorebook: await this.lorebooks.detach(caller, input) }
  }

  @FieldResolver(() => Int, { description: 'The entries of its file.' })
  entryCount(@Root() { entryIds }: ListedLorebook) {
    return entryIds.length
  }

  @FieldResolver(() => LorebookFormat, {
    nullable: true,
    complexity: openLoreCost,
    description: 'The format of its file.',
  })
  async format(@Root() book: ListedLorebook) {
    return (await this.lorebooks.open(book))?.read.format
  }

  @FieldResolver(() => Int, {
    complexity: openLoreCost,
    description: 'The newest messages in which keys are looked for.',
  })
  async scanDepth(@Root() book: ListedLorebook) {
    return (await this.lorebooks.open(book))?.read.scanDepth ?? usualScanDepth
  }

  @FieldResolver(() => Int, {
    complexity: openLoreCost,
    description: 'The estimated tokens of its entries in a prompt.',
  })
  async tokenBudget(@Root() book: ListedLorebook) {
    return (await this.lorebooks.open(book))?.read.tokenBudget ?? usualTokenBudget
  }

  @FieldResolver(() => Int, { complexity: openLoreCost, description: 'The estimated tokens of all entries.' })
  tokenCount(@Root() book: ListedLorebook) {
    return this.lorebooks.tokenCount(book)
  }

  @FieldResolver(() => LorebookEntryConnection, {
    nullable: true,
    complexity: pageCost,
    description: 'The entries in the order of the file.',
  })
  entries(
    @Root() book: ListedLorebook,
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.lorebooks.entries(book, { first, after, bytes })
  }

  @FieldResolver(() => [LorebookNote], {
    nullable: true,
    complexity: loreNotesCost,
    description: 'What is not played as its author wrote it, at most 1,000 notes.',
  })
  notes(@Root() book: ListedLorebook) {
    return this.lorebooks.notes(book)
  }
}
