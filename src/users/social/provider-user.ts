import type { ChangeOrigin } from '../../account-notices/client-words.js'
import type { Identity } from '../../ports/identity-provider/identity-provider.js'

/** A person whom a provider, which is named by its label, has just identified. */
export interface ProviderUser {
  readonly provider: string
  readonly identity: Identity
  readonly origin: ChangeOrigin
}
