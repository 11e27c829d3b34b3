import { lineOf } from '../../rest-facade/contract/lines.js'
import type { FacadeSettings } from '../../rest-facade/contract/settings.js'
import type { Config } from '../../src/config/config.js'
import { imageHostsOf } from '../image-hosts.js'

export function facadeSettings(config: Config): FacadeSettings {
  return { line: lineOf(config.apiLine), imageHosts: imageHostsOf(config), messageLimit: config.messageLimit }
}
