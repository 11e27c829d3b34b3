import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { AuditAction } from '../../../src/audit/audit-entry.js'
import { operatorSocket } from '../../../src/config/data-folder/operator-socket.js'
import { CreateSetUpLinkDocument } from '../../../rest-facade/operations/service-operations.generated.js'
import { askAt } from '../../../tools/operator/ask.js'
import { codeOf } from '../../support/accounts/authenticator-app.js'
import { at, password, Person, type RestAnswer } from '../../support/app/person.js'
import type { Surroundings } from './client.js'
import { refusalOf, send } from './write.js'
import { graphql } from './writes.js'

export type Policy = 'OPEN' | 'CLOSED' | 'APPROVAL'

/** A password link that two people have used at once. */
export interface UsedLink {
  readonly email: string
  readonly token: string
  /** The passwords of which one was accepted; several while it is not known which. */
  passwords: readonly string[]
  /** Whether an answer said that it was used. */
  isUsed: boolean
}

/** An account with an authenticator app. */
export interface Secured {
  readonly email: string
  readonly password: string
  /** Recovery codes that were accepted. */
  readonly spent: string[]
  /** Those that were never sent. */
  readonly unused: string[]
}

const registerQuery = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
const loginQuery = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
const secondStepQuery = 'mutation ($input: CompleteSignInInput!) { completeSignIn(input: $input) { token } }'
const settingQuery =
  'mutation ($value: String) { setInstallationSetting(input: { name: REGISTRATION, value: $value }) { __typename } }'
const inviteQuery =
  'mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) { url invitation { id } } }'
const revokeQuery = 'mutation ($id: ID!) { revokeInvitation(id: $id) { revokedInvitationId } }'
const createQuery = 'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }'
const linkQuery = 'mutation ($id: ID!) { createPasswordLink(input: { accountId: $id }) { url } }'
const useLinkQuery = 'mutation ($input: UsePasswordLinkInput!) { usePasswordLink(input: $input) { account { id } } }'
const approveQuery = 'mutation ($id: ID!) { approveAccount(id: $id) { account { id } } }'
const startTotpQuery = 'mutation { startTotp { challenge secret } }'
const addTotpQuery = 'mutation ($input: AddTotpInput!) { addTotp(input: $input) { factor { id } recoveryCodes } }'
const removeFactorQuery = 'mutation ($id: ID!) { removeSecondFactor(id: $id) { removedSecondFactorId } }'
const removeFactorsQuery = 'mutation ($id: ID!) { removeSecondFactors(accountId: $id) { removed } }'

/** What is done with an account of the administrator, in this order, up to any of them. */
const moderation: readonly (readonly [AuditAction, string])[] = [
  ['ROLE_CHANGED', 'mutation ($id: ID!) { setUserRole(id: $id, role: ADMIN) { account { id } } }'],
  ['ROLE_CHANGED', 'mutation ($id: ID!) { setUserRole(id: $id, role: USER) { account { id } } }'],
  ['MEMBERSHIP_CHANGED', 'mutation ($id: ID!) { setUserMembership(id: $id, membership: VIP) { account { id } } }'],
  ['ACCOUNT_BANNED', 'mutation ($id: ID!) { banUser(id: $id) { account { id } } }'],
  ['BAN_LIFTED', 'mutation ($id: ID!) { unbanUser(id: $id) { account { id } } }'],
  ['ACCOUNT_DELETED', 'mutation ($id: ID!) { deleteAccount(id: $id) { deletedAccountId } }'],
]

export const administratorName = 'administrator'
/** The membership that its invitations give. */
export const invitedMembership = 'VIP'
const mostUses = 2

const emailOf = (name: string) => `${name}@example.com`
const challengeShape = z.object({
  errors: z.tuple([z.object({ extensions: z.object({ challenge: z.string() }) })]),
})
const addedShape = z.object({
  data: z.object({
    addTotp: z.object({ factor: z.object({ id: z.string() }), recoveryCodes: z.array(z.string()) }),
  }),
})

/** `accepted`, the code of the refusal, or undefined without an answer. */
type Outcome = string | undefined

/**
 * The first administrator, who comes by the set-up link and does one act after the other, and the people whom each act
 * concerns, several at once. After a kill it goes on with new people: the stored entries of the audit log say what must be
 * true of the others.
 */
export class Administrator {
  person: Person
  /** Acts that were answered since the last count, by the action of their entry. */
  readonly answered = new Map<AuditAction, number>()
  /** Acts without an answer since the last count. */
  readonly lost = new Map<AuditAction, number>()
  /** Policies of which one applies; several after a change without an answer. */
  policies: ReadonlySet<Policy> = new Set(['OPEN'])
  readonly links: UsedLink[] = []
  readonly secured: Secured[] = []
  isKnown = false
  #count = 0
  #acts = 0

  constructor(
    private readonly surroundings: Surroundings,
    /** Whether all others have their accounts: they register without an invitation. */
    private readonly mayClose: () => boolean,
  ) {
    this.person = new Person(surroundings.server.url)
  }

  /** Acts until the server is killed. */
  async work(): Promise<void> {
    if (!(await this.#enter())) return
    while (!this.surroundings.server.isKilled && (await this.#act())) await pause(5)
  }

  /** A new session, which proves for some minutes who the administrator is. */
  async signIn(): Promise<Outcome> {
    const { outcome, token } = await this.login(emailOf(administratorName), password)
    if (token === undefined) return outcome
    this.isKnown = true
    this.person = new Person(this.person.url, '', administratorName, token)
    return outcome
  }

  /** False without an answer. */
  async setPolicy(policy: Policy): Promise<boolean> {
    this.policies = new Set([...this.policies, policy])
    const done = await this.#do('SETTING_CHANGED', settingQuery, { value: policy.toLowerCase() })
    if (done) this.policies = new Set([policy])
    return done !== undefined
  }

  async register(name: string, invitationToken?: string): Promise<{ readonly outcome: Outcome; readonly id: string }> {
    const person = { username: name, email: emailOf(name), password, eulaAgreed: true, privacyAgreed: true }
    const input = { ...person, ...(invitationToken === undefined ? {} : { invitationToken }) }
    const answer = await this.#ask(registerQuery, { input })
    const outcome = outcomeOf(answer)
    return { outcome, id: answer && outcome === 'accepted' ? at(answer.body, 'data', 'register', 'account', 'id') : '' }
  }

  /** With the challenge of an account that has a second factor. */
  async login(email: string, secret: string) {
    const answer = await this.#ask(loginQuery, { input: { email, password: secret } })
    const outcome = outcomeOf(answer)
    const token = outcome === 'accepted' ? at(answer?.body, 'data', 'login', 'token') : undefined
    const needsFactor = outcome === 'SECOND_FACTOR_REQUIRED'
    const challenge = needsFactor ? challengeShape.parse(answer?.body).errors[0].extensions.challenge : undefined
    return { outcome, token, challenge }
  }

  async completeSignIn(challenge: string, recoveryCode: string): Promise<Outcome> {
    return outcomeOf(await this.#ask(secondStepQuery, { input: { challenge, recoveryCode } }))
  }

  async useLink(token: string, newPassword: string): Promise<Outcome> {
    return outcomeOf(await this.#ask(useLinkQuery, { input: { token, newPassword } }))
  }

  newName(kind: string): string {
    return `${kind}${(this.#count += 1)}`
  }

  async #enter(): Promise<boolean> {
    const outcome = await this.signIn()
    if (outcome === 'accepted') return true
    this.#expect('survives', outcome === undefined || !this.isKnown, () => 'the administrator is gone')
    if (outcome === undefined) return false
    const token = await this.#setUpLink()
    if (token === undefined) return false
    const first = await this.register(administratorName, token)
    if (first.outcome === undefined) return false
    this.#expect('invited', first.outcome === 'accepted', () => `the set-up link was answered ${first.outcome}`)
    const second = await this.register('usurper', token)
    const isRefused = second.outcome === undefined || second.outcome === 'BAD_USER_INPUT'
    this.#expect('invited', isRefused, () => `the used set-up link was answered ${second.outcome}`)
    return (await this.signIn()) === 'accepted'
  }

  async #setUpLink(): Promise<string | undefined> {
    const { server } = this.surroundings
    try {
      const { createSetUpLink } = await askAt(operatorSocket(server.dataDir))(CreateSetUpLinkDocument, {})
      count(this.answered, 'SET_UP_LINK_CREATED')
      return tokenIn(createSetUpLink)
    } catch (error) {
      if (!server.isKilled) throw error
      count(this.lost, 'SET_UP_LINK_CREATED')
      return undefined
    }
  }

  /** Each kind of act in turn: a round may have time for a few. */
  #act(): Promise<boolean> {
    this.#acts += 1
    if (this.#acts % 4 === 0) return this.#invite()
    if (this.#acts % 4 === 1) return this.#help()
    return this.#acts % 4 === 2 && this.mayClose() ? this.#close() : this.#moderate()
  }

  /** More people use an invitation than it allows, sometimes while it is revoked. */
  async #invite(): Promise<boolean> {
    const input = { membership: invitedMembership, maxUses: mostUses }
    const made = await this.#do('INVITATION_CREATED', inviteQuery, { input })
    if (!made) return false
    const id = at(made.body, 'data', 'createInvitation', 'invitation', 'id')
    const token = tokenIn(at(made.body, 'data', 'createInvitation', 'url'))
    const isRevoked = this.surroundings.random.chance(0.3)
    const [outcomes, revoked] = await Promise.all([
      Promise.all(Array.from({ length: mostUses + 1 }, (_, n) => this.register(`i${id}-${n}`, token))),
      isRevoked ? this.#do('INVITATION_REVOKED', revokeQuery, { id }) : made,
    ])
    const answers = outcomes.map(({ outcome }) => outcome)
    const isAnswered = !answers.includes(undefined)
    const accepted = answers.filter((outcome) => outcome === 'accepted').length
    const isFine = accepted <= mostUses && (accepted === mostUses || isRevoked || !isAnswered)
    this.#expect(
      'invited',
      isFine,
      () => `${mostUses} uses of the invitation ${id} were answered ${answers.join(', ')}`,
    )
    return isAnswered && revoked !== undefined
  }

  async #moderate(): Promise<boolean> {
    const account = await this.#createAccount('m')
    if (!account) return false
    const { id } = account
    for (const [action, query] of moderation.slice(0, this.surroundings.random.between(0, moderation.length)))
      if (!(await this.#do(action, query, { id }))) return false
    return true
  }

  /** Two people use a link for a new password; its owner signs in, and often protects the account. */
  async #help(): Promise<boolean> {
    const account = await this.#createAccount('l')
    const made = account && (await this.#do('PASSWORD_LINK_CREATED', linkQuery, { id: account.id }))
    if (!made) return false
    const { email } = account
    const passwords = ['first', 'second'].map((word) => `${word} ${password}`)
    const link: UsedLink = {
      email,
      token: tokenIn(at(made.body, 'data', 'createPasswordLink', 'url')),
      passwords,
      isUsed: false,
    }
    this.links.push(link)
    const answers = await Promise.all(passwords.map((each) => this.useLink(link.token, each)))
    const accepted = passwords.filter((_, place) => answers[place] === 'accepted')
    const isAnswered = !answers.includes(undefined)
    const isFine = accepted.length === 1 || (accepted.length === 0 && !isAnswered)
    this.#expect('links', isFine, () => `two uses of a password link were answered ${answers.join(', ')}`)
    const [used] = accepted
    if (used !== undefined) Object.assign(link, { passwords: accepted, isUsed: true })
    if (used === undefined || !isAnswered) return false
    return this.surroundings.random.chance(0.3) || this.#secure({ ...account, password: used })
  }

  /** Adds an authenticator app, uses one recovery code twice at once, and sometimes removes the app again. */
  async #secure({ id, email, password: own }: { id: string; email: string; password: string }): Promise<boolean> {
    const { random } = this.surroundings
    const { token } = await this.login(email, own)
    if (token === undefined) return false
    const owner = new Person(this.person.url, id, '', token)
    const begun = await this.#ask(startTotpQuery, {}, owner)
    if (!begun) return false
    const [challenge, secret] = ['challenge', 'secret'].map((key) => at(begun.body, 'data', 'startTotp', key))
    const input = { challenge, code: codeOf(secret ?? '', Date.now()) }
    const added = await this.#ask(addTotpQuery, { input }, owner)
    if (!added) return false
    const { factor, recoveryCodes } = addedShape.parse(added.body).data.addTotp
    const [code = '', ...unused] = recoveryCodes
    const steps = await Promise.all([this.login(email, own), this.login(email, own)])
    const challenges = steps.flatMap((step) => step.challenge ?? [])
    if (challenges.length < steps.length) return false
    const answers = await Promise.all(challenges.map((each) => this.completeSignIn(each, code)))
    const accepted = answers.filter((outcome) => outcome === 'accepted').length
    const isAnswered = !answers.includes(undefined)
    const isFine = accepted === 1 || (accepted === 0 && !isAnswered)
    this.#expect('factors', isFine, () => `two uses of a recovery code were answered ${answers.join(', ')}`)
    const secured = { email, password: own, spent: accepted === 1 ? [code] : [], unused }
    if (!isAnswered || random.chance(0.6)) {
      this.secured.push(secured)
      return isAnswered
    }
    if (random.chance(0.5)) return (await this.#do('SECOND_FACTORS_REMOVED', removeFactorsQuery, { id })) !== undefined
    return (await this.#ask(removeFactorQuery, { id: factor.id }, owner)) !== undefined
  }

  /** Changes the policy while people register, looks whether the next one meets it, and opens the registration again. */
  async #close(): Promise<boolean> {
    const policy = this.surroundings.random.chance(0.5) ? 'CLOSED' : 'APPROVAL'
    const [isSet, ...early] = await Promise.all([
      this.setPolicy(policy),
      ...['p', 'p'].map((kind) => this.register(this.newName(kind))),
    ])
    const areKnown = early.every(({ outcome }) => outcome === undefined || isAnswerOf(['OPEN', policy], outcome))
    this.#expect('policy', areKnown, () => `while ${policy} was set: ${early.map(({ outcome }) => outcome).join(', ')}`)
    if (!isSet || early.some(({ outcome }) => outcome === undefined)) return false
    if (!(await this.obeys(policy))) return false
    return this.setPolicy('OPEN')
  }

  /** Whether all came to an end: one registers while this policy applies, and waits or not. */
  async obeys(policy: Policy): Promise<boolean> {
    const name = this.newName(policy === 'APPROVAL' ? 'w' : 'x')
    const { outcome, id } = await this.register(name)
    const isFine = outcome === undefined || isAnswerOf([policy], outcome)
    this.#expect('policy', isFine, () => `a registration while ${policy} applies was answered ${outcome}`)
    if (outcome !== 'accepted' || policy !== 'APPROVAL') return outcome !== undefined
    const early = await this.login(emailOf(name), password)
    const waits = early.outcome === undefined || early.outcome === 'AWAITING_APPROVAL'
    this.#expect('policy', waits, () => `an account that waits was answered ${early.outcome}`)
    if (early.outcome === undefined || !(await this.#do('ACCOUNT_APPROVED', approveQuery, { id }))) return false
    const late = await this.login(emailOf(name), password)
    const isLetIn = late.outcome === undefined || late.outcome === 'accepted'
    this.#expect('policy', isLetIn, () => `an approved account was answered ${late.outcome}`)
    return late.outcome !== undefined
  }

  async #createAccount(kind: string): Promise<{ readonly id: string; readonly email: string } | undefined> {
    const username = this.newName(kind)
    const email = emailOf(username)
    const made = await this.#do('ACCOUNT_CREATED', createQuery, { input: { username, email } })
    return made && { id: at(made.body, 'data', 'createAccount', 'account', 'id'), email }
  }

  /** An act of the administrator, which must not be refused; undefined without an answer. */
  async #do(action: AuditAction, query: string, variables: object): Promise<RestAnswer | undefined> {
    const answer = await this.#ask(query, variables, this.person)
    const outcome = outcomeOf(answer)
    const isFine = outcome === undefined || outcome === 'accepted'
    this.#expect('answers', isFine, () => `${action} was answered ${answer?.text}`)
    if (outcome === undefined) count(this.lost, action)
    if (outcome === 'accepted') count(this.answered, action)
    return outcome === 'accepted' ? answer : undefined
  }

  async #ask(query: string, variables: object, person = new Person(this.person.url)): Promise<RestAnswer | undefined> {
    const { server } = this.surroundings
    const answer = await send(person, graphql(query, { ...variables }))
    const isKnown = answer === undefined ? server.isKilled : refusalOf(answer) !== 'INTERNAL_SERVER_ERROR'
    this.#expect('answers', isKnown, () => `${query} was answered ${answer?.text}: ${server.output}`)
    return answer
  }

  get #expect() {
    const { findings } = this.surroundings
    return findings.expect.bind(findings)
  }
}

function isAnswerOf(policies: readonly Policy[], outcome: string): boolean {
  return policies.some((policy) => outcome === (policy === 'CLOSED' ? 'FORBIDDEN' : 'accepted'))
}

function outcomeOf(answer: RestAnswer | undefined): Outcome {
  return answer && (refusalOf(answer) ?? 'accepted')
}

/** The last part of a link. */
function tokenIn(url: string): string {
  return url.slice(url.lastIndexOf('=') + 1)
}

function count(counts: Map<AuditAction, number>, action: AuditAction): void {
  counts.set(action, (counts.get(action) ?? 0) + 1)
}
