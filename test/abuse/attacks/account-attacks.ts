import type { Attack } from './attack.js'
import { tooMany } from './guest-attacks.js'
import { appOf, http } from './list-attacks.js'
import { asShipped, withApproval, withShareLinks } from './profiles.js'
import { freshNumber, megabytes, type AttackOutcome, type HttpRequest } from '../attackers/tactic.js'
import { password } from '../../support/app/person.js'

/** Of the rows of strangers; the write-ahead log of the database doubles them for a while. */
const mostBytes = 20_000_000
/** Registrations of one address within ten minutes. */
const mostRegistrations = 100

const graphql = (query: string, input: object): HttpRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables: { input } }),
})

const token = `guess ${freshNumber}`
const register = (more: object) =>
  graphql('mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }', {
    username: `stranger ${freshNumber}`,
    email: `stranger-${freshNumber}@example.com`,
    password,
    eulaAgreed: true,
    privacyAgreed: true,
    ...more,
  })

/** What gives access once, by what a stranger sends to guess it. */
const guessed: Readonly<Record<string, readonly HttpRequest[]>> = {
  'password links': [
    graphql('mutation ($input: UsePasswordLinkInput!) { usePasswordLink(input: $input) { account { id } } }', {
      token,
      newPassword: password,
    }),
  ],
  invitations: [register({ invitationToken: token })],
}

export const accountAttacks: readonly Attack[] = [
  ...Object.entries(guessed).map(([what, requests]): Attack => ({
    name: `guesses of what gives access: ${what}`,
    profile: asShipped,
    isWhole: true,
    tactics: (_, server) => [{ ...http(appOf(server), requests), clients: 8, seconds: 4, reads: 'whole' }],
    faults: (outcomes) => [...accepted(outcomes), ...limitedByAddress(outcomes)],
  })),
  {
    name: 'guesses of what gives access: links to copies of chats',
    profile: withShareLinks,
    isWhole: true,
    tactics: (_, server) => {
      const path = `/shared?token=guess${freshNumber}.${'A'.repeat(43)}`
      return [{ ...http(appOf(server), [{ method: 'GET', path }]), clients: 8, seconds: 4, reads: 'whole' }]
    },
    faults: (outcomes) => [
      ...accepted(outcomes),
      ...(outcomes.some(({ answers }) => Object.keys(answers).some((answer) => answer.startsWith('429')))
        ? []
        : ['one address sends as much as it wants']),
    ],
  },
  {
    name: 'guesses of what gives access: second steps without a sign-in',
    profile: asShipped,
    tactics: (_, server) => {
      const step = 'mutation ($input: CompleteSignInInput!) { completeSignIn(input: $input) { token } }'
      const requests = [
        graphql(step, { challenge: token, code: '123456' }),
        graphql(step, { challenge: token, recoveryCode: 'aaaaa-bbbbb' }),
        {
          method: 'POST',
          path: '/api/auth/second-factor',
          body: JSON.stringify({ challenge: token, code: '123456' }),
        },
      ]
      return [{ ...http(appOf(server), requests), clients: 8, seconds: 2, reads: 'whole' }]
    },
    faults: accepted,
  },
  {
    // a client that knows the password, and has no second factor
    name: 'sign-ins without their second step',
    profile: asShipped,
    isWhole: true,
    tactics: ({ protectedEmail: email }, server) => {
      const login = graphql('mutation ($input: LoginInput!) { login(input: $input) { token } }', { email, password })
      return [{ ...http(appOf(server), [login]), clients: 8, seconds: 4, reads: 'whole' }]
    },
    faults: accepted,
  },
  {
    name: 'strangers who wait for approval',
    profile: withApproval,
    isWhole: true,
    // the guesses of invitations have come from one of them
    tactics: (_, server) => [
      { ...http(appOf(server), [register({})]), addresses: 2, clients: 8, seconds: 8, reads: 'whole' },
    ],
    // hashing passwords can be slower than the limit
    faults: (outcomes, { grownBytes }) => [
      ...tooMany(outcomes, 2 * mostRegistrations),
      ...(grownBytes > mostBytes ? [`strangers of one address wrote ${megabytes(grownBytes)} MB`] : []),
    ],
  },
]

function accepted(outcomes: readonly AttackOutcome[]): readonly string[] {
  const answers = outcomes.flatMap((outcome) => Object.keys(outcome.answers))
  return answers.some((answer) => answer === '200' || answer === '204') ? ['a guess was accepted'] : []
}

function limitedByAddress(outcomes: readonly AttackOutcome[]): readonly string[] {
  const answers = outcomes.flatMap((outcome) => Object.keys(outcome.answers))
  return answers.some((answer) => answer.endsWith('RATE_LIMITED')) ? [] : ['one address sends as much as it wants']
}
