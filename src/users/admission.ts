import { AppError } from '@parley/runtime'
import type { InstallationSettings, InstallationValues } from '../installation-settings/installation-settings.js'
import type { RegistrationPolicy } from '../installation-settings/installation-setting.js'
import type { AdminList } from './admin-list.js'
import { canonicalAddress } from './canonical.js'

interface Applicant {
  readonly email: string
  /** Whether the person has proved the mailbox. */
  readonly isMailboxProved: boolean
}

interface Admitted {
  /** Whether the account cannot be used until an administrator approves it. */
  readonly awaitsApproval: boolean
}

/** Who may become a user of this installation, and whether with a password. */
export class Admission {
  constructor(
    private readonly settings: Pick<InstallationSettings, 'values'>,
    private readonly adminList: AdminList,
  ) {}

  /** Throws FORBIDDEN unless an account may be registered with this address (contract: users.23). */
  async requireRegistration(applicant: Applicant): Promise<Admitted> {
    const { registration, registrationDomains: domains } = await this.settings.values()
    return this.#require(registration, domains, applicant)
  }

  /** Whether an account could be registered with this address, once it is proved (contract: verification.15). */
  async mayRegister(email: string): Promise<boolean> {
    const { registration, registrationDomains: domains, passwordSignIn } = await this.settings.values()
    const isOpen = registration === 'OPEN' || registration === 'APPROVAL'
    return passwordSignIn && isOpen && isOfDomain(domains, email)
  }

  /** Whether people sign in with passwords, or by a provider alone. */
  async hasPasswords(): Promise<boolean> {
    return (await this.settings.values()).passwordSignIn
  }

  /** Throws FORBIDDEN where people sign in by a provider alone (contract: users.26). */
  async requirePasswords(): Promise<void> {
    if (!(await this.hasPasswords()))
      throw new AppError('FORBIDDEN', { message: 'Sign in by a provider: passwords are switched off' })
  }

  /**
   * The check of a person whom a provider sends for the first time, for a transaction: it throws FORBIDDEN unless an account
   * may be created, and reads no store. Without an address the person is of no domain.
   */
  async providerCheck(): Promise<(applicant: Applicant | undefined) => Admitted> {
    const { registrationByProvider, registrationDomains: domains } = await this.settings.values()
    return (applicant) =>
      this.#require(registrationByProvider, domains, applicant ?? { email: '', isMailboxProved: false })
  }

  /** An address of `ADMIN_EMAILS` that is proved needs no approval: there may be no other administrator. */
  #require(policy: RegistrationPolicy, domains: Domains, applicant: Applicant): Admitted {
    if (policy === 'CLOSED') throw new AppError('FORBIDDEN', { message: 'Registration is closed' })
    if (policy === 'INVITE') throw new AppError('FORBIDDEN', { message: 'Registration needs an invitation' })
    requireDomain(domains, applicant)
    const { email, isMailboxProved } = applicant
    const isAdmin = isMailboxProved && this.adminList.has({ email, emailKey: canonicalAddress(email) })
    return { awaitsApproval: policy === 'APPROVAL' && !isAdmin }
  }
}

type Domains = InstallationValues['registrationDomains']

/** Anyone can write an address of the domain, so it counts once the mailbox is proved. */
function requireDomain(domains: Domains, { email, isMailboxProved }: Applicant): void {
  const words = domains.join(', ')
  if (!isOfDomain(domains, email))
    throw new AppError('FORBIDDEN', { message: `Registration is open to addresses of ${words}` })
  if (domains.length > 0 && !isMailboxProved)
    throw new AppError('FORBIDDEN', { message: 'Registration needs an address that is verified first' })
}

function isOfDomain(domains: Domains, email: string): boolean {
  const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
  const domain = domainOf(canonicalAddress(email))
  return domains.length === 0 || domains.some((each) => domainOf(canonicalAddress(`a@${each}`)) === domain)
}
