import { expect, it } from '@jest/globals'
import { graphql, isObjectType } from 'graphql'
import {
  Arg,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
  UseMiddleware,
} from 'type-graphql'
import { buildSchema } from '../../resolvers/build-schema.js'
import { SignedIn } from '../../resolvers/context/signed-in.js'
import { argumentRule } from '../../resolvers/pipeline/validate-input.js'
import { characterRules } from '../../src/characters/character.js'

class Parcel {
  readonly weight!: number
}
ObjectType('Parcel')(Parcel)
Field(() => Int)(Parcel.prototype, 'guardedByItsType')
Authorized()(Parcel.prototype, 'guardedByItsType')
Field(() => Int)(Parcel.prototype, 'weight')
Field(() => Int, { name: 'renamed' })(Parcel.prototype, 'weight2')
Field(() => Int)(Parcel.prototype, 'plainWithMiddleware')
UseMiddleware(async (_data, next) => Number(await next()) + 100)(Parcel.prototype, 'plainWithMiddleware')
Field(() => Int)(Parcel.prototype, 'plainGuarded')
Authorized()(Parcel.prototype, 'plainGuarded')

class ParcelsResolver {
  readonly unit = 10
  parcel = () => ({ weight: 1, weight2: 2, plainWithMiddleware: 3, plainGuarded: 4 })

  ofTheRow({ weight }: Parcel): number {
    return weight * this.unit
  }

  ofBoth({ weight }: Parcel, { bonus }: { bonus: number }): number {
    return weight * this.unit + bonus
  }

  inOtherOrder({ bonus }: { bonus: number }, { weight }: Parcel): number {
    return weight + bonus
  }

  ofOneProperty(weight: number): number {
    return weight
  }

  withMiddleware({ weight }: Parcel): number {
    return weight
  }

  withArgument({ weight }: Parcel, tag: string): number {
    return weight + tag.length
  }

  guarded = ({ weight }: Parcel) => weight
  guardedByItsType = ({ weight }: Parcel) => weight
  ofTheCaller = ({ weight }: Parcel) => weight
}

class GuardedResolver {
  guardedByItsClass = ({ weight }: Parcel) => weight
}

/** Declares a field, its parameters in order. */
function declare({ prototype }: { prototype: object }, method: string, ...parameters: ReturnType<typeof Root>[]): void {
  FieldResolver(() => Int)(prototype, method, {})
  for (const [index, parameter] of parameters.entries()) parameter(prototype, method, index)
}

Resolver(() => Parcel)(ParcelsResolver)
Query(() => Parcel)(ParcelsResolver.prototype, 'parcel', {})
declare(ParcelsResolver, 'ofTheRow', Root())
declare(ParcelsResolver, 'ofBoth', Root(), Ctx())
declare(ParcelsResolver, 'inOtherOrder', Ctx(), Root())
declare(ParcelsResolver, 'ofOneProperty', Root('weight'))
declare(ParcelsResolver, 'withMiddleware', Root())
UseMiddleware(async (_data, next) => Number(await next()) + 100)(ParcelsResolver.prototype, 'withMiddleware', {})
const tagRule = argumentRule('tag', characterRules.tag)
declare(
  ParcelsResolver,
  'withArgument',
  Root(),
  Arg('tag', () => String, { validateFn: tagRule }),
)
declare(ParcelsResolver, 'guarded', Root())
Authorized()(ParcelsResolver.prototype, 'guarded', {})
declare(ParcelsResolver, 'guardedByItsType', Root())
declare(ParcelsResolver, 'ofTheCaller', Root(), SignedIn())
Resolver(() => Parcel)(GuardedResolver)
Authorized()(GuardedResolver)
declare(GuardedResolver, 'guardedByItsClass', Root())

const schema = buildSchema([new ParcelsResolver(), new GuardedResolver()])
const isSignInRequired = () => Promise.resolve(false)
const anonymous = { caller: { kind: 'anonymous' }, isSignInRequired, bonus: 5, messageLimit: 100 }
const read = (field: string) => graphql({ schema, source: `{ parcel { value: ${field} } }`, contextValue: anonymous })

it.each([
  ['weight', 1],
  ['renamed', 2],
  ['plainWithMiddleware', 103],
  ['ofTheRow', 10],
  ['ofBoth', 15],
  ['inOtherOrder', 6],
  ['ofOneProperty', 1],
  ['withMiddleware', 101],
  ['withArgument(tag: "ab")', 3],
])('the field %s is %d', async (field, value) => {
  expect(await read(field)).toEqual({ data: { parcel: { value } } })
})

it.each(['guarded', 'plainGuarded', 'guardedByItsType', 'guardedByItsClass', 'ofTheCaller'])(
  'the field %s refuses a guest',
  async (field) => {
    expect((await read(field)).errors?.map(({ originalError }) => originalError)).toMatchObject([
      { code: 'UNAUTHENTICATED' },
    ])
  },
)

it('an argument with a rule is checked', async () => {
  const { errors } = await read(`withArgument(tag: "${'x'.repeat(10_000)}")`)
  expect(errors?.map(({ originalError }) => originalError)).toMatchObject([{ code: 'BAD_USER_INPUT' }])
})

it('a plain field has no resolver', () => {
  const type = schema.getType('Parcel')
  expect(isObjectType(type) && type.getFields()['weight']?.resolve).toBeUndefined()
})
