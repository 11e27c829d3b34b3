import { AppError } from '@parley/runtime'
import type { InstallationSettings, InstallationValues } from '../installation-settings/installation-settings.js'

interface Applicant {
  readonly email: string
  /** Whether the person has proved the mailbox. */
  readonly isProved: boolean
}

/** Who may become a user of this installation. An account that exists is not affected. */
export class Admission {
  constructor(private readonly settings: Pick<InstallationSettings, 'values'>) {}

  /** Throws FORBIDDEN unless an account may be registered with this address (contract: users.23). */
  async requireRegistration(applicant: Applicant): Promise<void> {
    const { registration, registrationDomains: domains } = await this.settings.values()
    if (registration === 'CLOSED') throw closed()
    requireDomain(domains, applicant)
  }

  /** Whether an account could be registered with this address, once it is proved (contract: verification.15). */
  async isOpenTo(email: string): Promise<boolean> {
    const { registration, registrationDomains: domains } = await this.settings.values()
    return registration === 'OPEN' && isOfDomain(domains, email)
  }

  /**
   * The check of a person whom a provider sends for the first time, for a transaction: it throws FORBIDDEN unless an account
   * may be created, and reads no store. Without an address the person is of no domain.
   */
  async checkOfProvider(): Promise<(applicant: Applicant | undefined) => void> {
    const { registrationByProvider, registrationDomains: domains } = await this.settings.values()
    return (applicant) => {
      if (registrationByProvider === 'CLOSED') throw closed()
      requireDomain(domains, applicant ?? { email: '', isProved: false })
    }
  }
}

type Domains = InstallationValues['registrationDomains']

const closed = () => new AppError('FORBIDDEN', { message: 'Registration is closed' })

/** Anyone can write an address of the domain, so it counts once the mailbox is proved. */
function requireDomain(domains: Domains, { email, isProved }: Applicant): void {
  const words = domains.join(', ')
  if (!isOfDomain(domains, email))
    throw new AppError('FORBIDDEN', { message: `Registration is open to addresses of ${words}` })
  if (domains.length > 0 && !isProved)
    throw new AppError('FORBIDDEN', { message: 'Registration needs an address that is verified first' })
}

function isOfDomain(domains: Domains, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.length === 0 || domains.includes(domain)
}
