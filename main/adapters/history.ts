import type { Logger } from '@parley/runtime'
import type { Config } from '../../src/config/config.js'
import type { HistorySource } from '../../src/ports/history-source/history-source.js'
import { HttpHistorySource } from '../../src/ports/history-source/http-history-source.js'
import { internalAddress } from '../internal-address.js'

/** The chat-log service at its configured address, else at `port`; undefined when that port is unknown. */
export function openHistory(config: Config, log: Logger, port = config.ports.chatlog): HistorySource | undefined {
  const { chatLogUrl, serviceToken } = config
  if (chatLogUrl === undefined && port === 0) return undefined
  const url = chatLogUrl === undefined ? internalAddress(config, port) : new URL(chatLogUrl)
  return new HttpHistorySource({ url, serviceToken, log })
}
