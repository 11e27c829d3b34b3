import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import {
  CardNotice,
  CharacterCard,
  ImportCharacterInput,
  ImportCharacterPayload,
} from '../../schema/characters/card.js'
import { LongText } from '../../schema/long-text.js'
import type { Cards } from '../../src/characters/cards/cards.js'
import type { UserCaller } from '../../src/users/caller.js'
import { cardCost, cardNoticesCost, mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver(() => CharacterCard)
export class CardsResolver {
  constructor(private readonly cards: Cards) {}

  @Query(() => CharacterCard, {
    nullable: true,
    complexity: cardCost,
    description: 'The card of a character, for its owner and administrators; null for any other character.',
  })
  characterCard(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return this.cards.export(caller, id)
  }

  @Authorized()
  @Mutation(() => ImportCharacterPayload, {
    complexity: mutationCost,
    description:
      'Creates a character of the caller from a character card. CONFLICT if the account already has 2,000, or 1 GiB of assets of cards.',
  })
  async importCharacter(
    @Ctx() { isGone, file }: RequestContext,
    @SignedIn() caller: UserCaller,
    @Arg('input', () => ImportCharacterInput) input: ImportCharacterInput,
  ) {
    return this.cards.import(caller, { ...input, card: file ?? input.card }, { isGone })
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the card was imported from a CHARX file. Only then can it be exported as one, with the files of that archive.',
  })
  hasArchive(@Root() { kept }: CharacterCard): boolean {
    return kept?.form === 'CHARX'
  }

  @LongText()
  @FieldResolver(() => String, {
    nullable: true,
    complexity: cardCost,
    description:
      'The picture with the card in it, a PNG file in base64. Null without an uploaded picture, or if the picture is not a PNG.',
  })
  async png(@Ctx() { bytes }: RequestContext, @Root() card: CharacterCard) {
    return (await this.cards.png(card, bytes))?.toString('base64') ?? null
  }
}

@Resolver(() => ImportCharacterPayload)
export class ImportedCardResolver {
  @FieldResolver(() => [CardNotice], {
    complexity: cardNoticesCost,
    description: 'What the card has and the character does not play, and what was read as it is meant: at most 100.',
  })
  notices(@Root() { notices }: ImportCharacterPayload) {
    return notices
  }
}
