import { FieldResolver, Resolver, Root } from 'type-graphql'
import { Account } from '../../schema/accounts/account.js'
import type { Images } from '../../src/images/images.js'

@Resolver(() => Account)
export class AccountResolver {
  constructor(private readonly images: Images) {}

  @FieldResolver(() => String, { nullable: true })
  profileImageUrl(@Root() account: Account) {
    return this.images.urlOfProfile(account)
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether it has a password. Without one its owner signs in with a provider.',
  })
  hasPassword(@Root() { passwordHash }: Account) {
    return passwordHash !== null
  }
}
