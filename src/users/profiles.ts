import type { EntityManager, QueryDeepPartialEntity } from 'typeorm'
import type { Database } from '../database/database.js'
import { lookAgainWhenTaken } from '../database/look-again.js'
import { selectRows } from '../database/statements/select-rows.js'
import { PasswordResetTable } from '../database/tables/password-resets.js'
import { UserTable } from '../database/tables/users.js'
import { AppError } from '../errors.js'
import type { Images } from '../images/images.js'
import type { Picture, ProfilePicture } from '../images/picture.js'
import type { UserCaller } from './caller.js'
import { isSameMailbox } from './canonical.js'
import { requireFree } from './uniqueness.js'
import type { MembershipType, User } from './user.js'

/** What an account says of itself; absent keeps what is there, and so does null but for the image, which it removes. */
export interface ProfileChange {
  readonly username?: string | null | undefined
  readonly email?: string | null | undefined
  readonly imageId?: string | null | undefined
}

export interface ProfilesOptions {
  readonly database: Database
  readonly images: Images
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Whether accounts may choose their membership level, or admins alone. */
  readonly membershipSelfService: boolean
}

const addresses = selectRows(UserTable, ['email'])
const pictures = selectRows(UserTable, ['profileImageId', 'profileImageUrl'])

/** Changes of the caller's own account. */
export class Profiles {
  constructor(private readonly options: ProfilesOptions) {}

  /**
   * Changes what is given and refreshes `updatedAt`; the address of another mailbox is not verified (contract: users.11). Throws
   * BAD_USER_INPUT with `taken` for a name or address of another account, and for an image that is not the caller's.
   */
  async update(caller: UserCaller, { username, email, imageId }: ProfileChange): Promise<User> {
    const name = typeof username === 'string' ? { username } : {}
    const write = () =>
      this.options.database.write(async (em) => {
        const claim = await requireFree(em, { username, email }, caller.id)
        const address = typeof email === 'string' ? await this.#address(em, caller, email) : {}
        const shown = imageId === undefined ? undefined : await this.#picture(em, caller)
        const picture = shown && (await this.#claimed(em, caller, { imageId, shown }))
        const account = await this.#change(em, caller, { ...name, ...address, ...claim, ...picture })
        return { account, shown }
      })
    const { account, shown } = await lookAgainWhenTaken(write)
    if (shown && shown.imageId !== account.profileImageId) await this.options.images.release(shown.imageId)
    return account
  }

  /** The new address; a proof that the caller reads another mailbox, used already or not, ends. */
  async #address(
    em: EntityManager,
    { id }: UserCaller,
    email: string,
  ): Promise<Pick<Partial<User>, 'email' | 'emailVerified'>> {
    const [account] = await addresses(em, { where: [{ column: 'id', is: '=', value: id }], lock: 'update' })
    if (!account) throw new AppError('UNAUTHENTICATED')
    if (isSameMailbox(account.email, email)) return { email }
    await em.delete(PasswordResetTable, { userId: id })
    return { email, emailVerified: false }
  }

  async #picture(em: EntityManager, { id }: UserCaller): Promise<Picture> {
    const [account] = await pictures(em, { where: [{ column: 'id', is: '=', value: id }], lock: 'update' })
    if (!account) throw new AppError('UNAUTHENTICATED')
    return { imageId: account.profileImageId, imageUrl: account.profileImageUrl }
  }

  async #claimed(
    em: EntityManager,
    caller: UserCaller,
    { imageId, shown }: { imageId: string | null | undefined; shown: Picture },
  ): Promise<ProfilePicture> {
    const picture = await this.options.images.claim(em, { imageId }, { caller, ownerId: caller.id, shown })
    return { profileImageId: picture.imageId, profileImageUrl: picture.imageUrl }
  }

  /** The requested level, at once (contract: users.14). Throws FORBIDDEN where only admins choose, and caller is none. */
  async setMembership(caller: UserCaller, membership: MembershipType): Promise<User> {
    if (!this.options.membershipSelfService && caller.role !== 'ADMIN') throw new AppError('FORBIDDEN')
    return this.options.database.write((em) => this.#change(em, caller, { membership }))
  }

  async #change(em: EntityManager, { id }: UserCaller, values: QueryDeepPartialEntity<User>): Promise<User> {
    await em.update(UserTable, { id }, { ...values, updatedAt: this.options.clock() })
    const account = await em.findOneBy(UserTable, { id })
    // deleted since the token was read
    if (!account) throw new AppError('UNAUTHENTICATED')
    return account
  }
}
