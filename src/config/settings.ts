import { z } from 'zod'
import * as accounts from './settings/accounts.js'
import * as network from './settings/network.js'
import * as replies from './settings/replies.js'
import * as server from './settings/server.js'

/**
 * All settings by group: the rule, the default as an operator would set it, and a description in Markdown whose links
 * start in docs/. `shown` is the documented default of a setting whose default depends on others.
 */
export const groups = {
  'Listeners and roles': network.listeners,
  'Line 1.4 over HTTPS': network.tls,
  'What clients see': network.clients,
  Stores: server.stores,
  Secrets: server.secrets,
  Bounds: server.bounds,
  Accounts: accounts.accounts,
  Mail: accounts.mail,
  'Sign-in providers': accounts.providers,
  'Claims of a provider': accounts.claims,
  Models: replies.models,
  'Other services': replies.otherServices,
  Replies: replies.replies,
  Logs: server.logs,
}

export const settings = z.object({
  ...network.listeners,
  ...network.tls,
  ...network.clients,
  ...server.stores,
  ...server.secrets,
  ...server.bounds,
  ...accounts.accounts,
  ...accounts.mail,
  ...accounts.providers,
  ...accounts.claims,
  ...replies.models,
  ...replies.otherServices,
  ...replies.replies,
  ...server.logs,
})

export type Settings = z.output<typeof settings>
export type SettingName = keyof Settings

/** The name of every variable that `readConfig` reads. */
export const settingNames: ReadonlySet<string> = new Set(Object.keys(settings.shape))
