import type { Logger } from '@parley/runtime'
import { UserTable } from '../../../src/database/tables/users.js'
import { VerificationCodeTable } from '../../../src/database/tables/verification.js'
import type { User } from '../../../src/users/user.js'
import type { VerificationCode } from '../../../src/verification/verification-code.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../app/app.js'
import { at, password } from '../app/person.js'
import { noLimits } from '../app/many-people.js'
import type { CodeType } from './verification-apis.js'

/** An app with the chat-log service, a clock that can be moved, and the common steps of tests of codes. */
export class VerificationApp {
  now = Date.now()
  /** Its log lines. */
  readonly lines: string[] = []
  #count = 0

  private constructor(readonly app: TestApp) {}

  static async open(options: TestAppOptions = {}): Promise<VerificationApp> {
    const at: { made?: VerificationApp } = {}
    const write = (level: string) => (fields: object, event: string) =>
      void at.made?.lines.push(JSON.stringify({ level, event, ...fields }))
    const log: Logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
    // only the limits of codes themselves apply
    const env = { RATE_LIMITS: noLimits, ...options.env }
    const app = await createTestApp({
      roles: 'app,chatlog',
      log,
      clock: () => at.made?.now ?? Date.now(),
      ...options,
      env,
    })
    at.made = new VerificationApp(app)
    return at.made
  }

  close(): Promise<void> {
    return this.app.close()
  }

  newAddress(): string {
    this.#count += 1
    return `somebody${this.#count}@example.com`
  }

  async accountOf(email: string): Promise<User | undefined> {
    return this.app.app.database.read((db) => db.selectOne(UserTable, { email }))
  }

  async register(email: string, registrationToken?: string): Promise<User> {
    const agreed = { eulaAgreed: true, privacyAgreed: true }
    const input = { username: `name of ${email}`, email, password, ...agreed, registrationToken }
    const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
    await this.app.stranger().data(register, { input })
    const account = await this.accountOf(email)
    if (!account) throw new Error('no account was made')
    return account
  }

  /** Returns a token, or the code of the refusal. */
  async login(email: string, given = password): Promise<string> {
    const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
    const { data, errors } = await this.app.stranger().graphql(login, { input: { email, password: given } })
    return errors[0]?.extensions.code ?? at(data, 'login', 'token')
  }

  recordOf(emailKey: string, type: CodeType = 'register'): Promise<VerificationCode> {
    return this.app.app.database.read((db) => db.selectOneOrThrow(VerificationCodeTable, { emailKey, type }))
  }

  async forget(email: string): Promise<void> {
    await this.app.app.database.write((db) => db.delete(UserTable, { email }))
  }
}
