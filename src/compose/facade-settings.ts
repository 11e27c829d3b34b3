import { lineOf } from '../../rest-facade/lines.js'
import type { FacadeSettings } from '../../rest-facade/settings.js'
import type { Config } from '../config/config.js'
import { imageHostsOf } from './image-hosts.js'

export function facadeSettings(config: Config): FacadeSettings {
  return { line: lineOf(config.apiLine), imageHosts: imageHostsOf(config), messageLimit: config.messageLimit }
}
