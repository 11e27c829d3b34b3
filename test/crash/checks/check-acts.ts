import { auditActions } from '../../../src/audit/audit-entry.js'
import { keysOf } from '@parley/runtime'
import { z } from 'zod'
import type { Findings } from '../findings.js'
import { noActs, type StoredActs } from '../stored-acts.js'
import type { Administrator, Secured, UsedLink } from '../writers/administrator.js'
import { password } from '../../support/app/person.js'

/** The links and accounts of a campaign that are looked at again: the newest, which a kill can have cut. */
const sample = 3

/** After a kill: every act that was answered has one entry, one without an answer has one or none, and none is half done. */
export function checkActs(
  administrator: Administrator,
  { before, after }: { readonly before: StoredActs; readonly after: StoredActs },
  findings: Findings,
): void {
  for (const check of keysOf(noActs.halves))
    findings.expect(check, after.halves[check].length === 0, () => after.halves[check].join('; '))
  for (const action of auditActions) {
    const entries = (after.entries.get(action) ?? 0) - (before.entries.get(action) ?? 0)
    const answered = administrator.answered.get(action) ?? 0
    const most = answered + (administrator.lost.get(action) ?? 0)
    const details = () => `${entries} entries of ${action}, not ${answered} to ${most}`
    findings.expect('acts', entries >= answered && entries <= most, details)
  }
  administrator.answered.clear()
  administrator.lost.clear()
}

/** After a start: the policy, the links and the second factors are what the answers have said. Leaves the registration open. */
export async function checkAdministrator(administrator: Administrator, findings: Findings): Promise<void> {
  const outcome = await administrator.signIn()
  const { isKnown } = administrator
  findings.expect('survives', outcome === 'accepted' || !isKnown, () => `the administrator was answered ${outcome}`)
  if (!isKnown) return
  await checkPolicy(administrator, findings)
  for (const link of administrator.links.splice(0).slice(-sample)) await checkLink(administrator, link, findings)
  for (const secured of administrator.secured.slice(-sample)) await checkSecured(administrator, secured, findings)
}

const policyShape = z.object({ installation: z.object({ registration: z.enum(['OPEN', 'CLOSED', 'APPROVAL']) }) })

async function checkPolicy(administrator: Administrator, findings: Findings): Promise<void> {
  const { policies, person } = administrator
  const { registration } = policyShape.parse(await person.data('{ installation { registration } }')).installation
  findings.expect('policy', policies.has(registration), () => `${registration}, not ${[...policies].join(' or ')}`)
  if (registration === 'OPEN' && policies.size === 1) return
  administrator.policies = new Set([registration])
  await administrator.obeys(registration)
  // the same again is not a change
  if (registration !== 'OPEN') await administrator.setPolicy('OPEN')
}

async function checkLink(administrator: Administrator, link: UsedLink, findings: Findings): Promise<void> {
  const { email, token, passwords, isUsed } = link
  const another = `another ${password}`
  const outcome = await administrator.useLink(token, another)
  const isSpent = outcome === 'BAD_USER_INPUT'
  findings.expect('links', isSpent || (outcome === 'accepted' && !isUsed), () => `a used link was answered ${outcome}`)
  const outcomes: (string | undefined)[] = []
  for (const each of isSpent ? passwords : [another]) outcomes.push((await administrator.login(email, each)).outcome)
  const isLetIn = outcomes.some((each) => each === 'accepted' || each === 'SECOND_FACTOR_REQUIRED')
  findings.expect('links', isLetIn, () => `the password of a link of ${email} was answered ${outcomes.join(', ')}`)
}

async function checkSecured(
  administrator: Administrator,
  { email, password: own, spent, unused }: Secured,
  findings: Findings,
): Promise<void> {
  const { outcome, challenge } = await administrator.login(email, own)
  findings.expect('factors', challenge !== undefined, () => `an account with a factor was answered ${outcome}`)
  if (challenge === undefined) return
  for (const code of spent.slice(-1)) {
    const again = await administrator.completeSignIn(challenge, code)
    // every look is a wrong code, which only an unused one forgives
    if (again === 'RATE_LIMITED') return
    findings.expect('factors', again === 'UNAUTHENTICATED', () => `a used recovery code was answered ${again}`)
  }
  const code = unused.length > 1 ? unused.pop() : undefined
  if (code === undefined) return
  const first = await administrator.completeSignIn(challenge, code)
  findings.expect('factors', first === 'accepted', () => `an unused recovery code was answered ${first}`)
  spent.push(code)
}
