import type { CallOptions, Client } from './client.js'
import { newKey } from './idempotency-key.js'
import type { Operation } from './operation.js'
import * as operations from './operations.generated.js'
import type { RegisterInput } from './operations.generated.js'
import { ParleyError } from './parley-error.js'
import type { Tokens } from './session/session.js'

const isUnauthenticated = (error: unknown): boolean => ParleyError.from(error).code === 'UNAUTHENTICATED'

/** Sign-in, sign-out, the profile and what an account may use. */
export function accountOf(client: Client) {
  const { session } = client
  const read =
    <Result, Value>(operation: Operation<Result, Record<string, never>>, pick: (result: Result) => Value) =>
    async (options?: CallOptions) =>
      pick(await client.request(operation, {}, options))
  const run =
    <Result, Input, Value>(
      operation: Operation<Result, { input: Input }>,
      pick: (result: Result) => Value,
      token?: null,
    ) =>
    async (input: Input, options?: CallOptions) =>
      pick(await client.request(operation, { input }, { ...options, ...(token === null && { token }) }))
  const begin = (tokens: Tokens) => {
    session.begin(tokens)
    return { accountId: tokens.account.id }
  }
  /** Ends the session here at once, and on the server as soon as it answers. */
  const end = (operation: Operation<unknown, Record<string, never>>) => async (options?: CallOptions) => {
    const ended = session.read()
    if (!ended) return
    session.end('SIGNED_OUT', ended.token)
    let repeats = 0
    const request = (token: string) =>
      client.request(operation, {}, { ...options, token, isRepeatable: true, onRepeat: () => (repeats += 1) })
    try {
      await request(ended.token).catch(async (error: unknown) => {
        // the token may have expired
        if (!isUnauthenticated(error)) throw error
        await request((await client.refresh(ended.refreshToken, options)).token)
      })
    } catch (error) {
      // the session has ended: the others too if an answer was lost
      if (!isUnauthenticated(error) || (operation === operations.signOutEverywhere && repeats === 0)) throw error
    }
  }
  const signIn = run(operations.signIn, ({ login }) => begin(login), null)
  const register = run(operations.register, ({ register }) => register, null)
  return {
    /** Creates an account and signs in. */
    register: async (input: RegisterInput, options?: CallOptions) => {
      await register(input, options)
      return signIn({ email: input.email, password: input.password }, options)
    },
    signIn,
    /** The second step of a sign-in that was refused with SECOND_FACTOR_REQUIRED, whose `details` have the challenge. */
    completeSignIn: run(operations.completeSignIn, ({ completeSignIn }) => begin(completeSignIn), null),
    socialSignIn: run(operations.socialSignIn, ({ socialLogin }) => begin(socialLogin), null),
    /** Ends the session, here even without a network; rejects when the server could not be reached. */
    signOut: end(operations.signOut),
    signOutEverywhere: end(operations.signOutEverywhere),
    sessions: read(operations.sessions, ({ mySessions }) => mySessions ?? []),
    revokeSession: async (id: string, options?: CallOptions) => {
      await client.request(operations.revokeSession, { id }, options)
    },
    /** The account of the session; null for a guest. */
    profile: read(operations.profile, ({ me }) => me),
    updateProfile: run(operations.updateProfile, ({ updateProfile }) => updateProfile.account),
    /** Deletes the account of the session with everything that belongs to it. */
    deleteAccount: async (options?: CallOptions) => {
      const token = session.read()?.token
      await client.request(operations.deleteAccount, {}, options)
      session.end('DELETED', token)
    },
    models: read(operations.models, ({ models }) => models ?? []),
    /** What the account has used of its limits; null for a guest. */
    usage: read(operations.usage, ({ myUsage }) => myUsage),
    /** Uploads a picture, whose id a message, a character or a profile can name. */
    uploadImage: async (image: Blob, options: CallOptions = {}) => {
      const form = new FormData()
      form.append('image', image)
      return client.upload<{ readonly id: string; readonly url: string }>('/images', form, newKey(), options)
    },
  }
}
