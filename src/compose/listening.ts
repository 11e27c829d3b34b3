import { ConfigError } from '../config/config-error.js'
import { portNames } from '../config/ports.js'
import type { ListenerName } from '../config/ports.js'
import { errorCode } from '../error-code.js'

const complaints: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens on it',
  EACCES: 'this user may not listen on it',
  ENOTFOUND: 'its address (HOST, INTERNAL_HOST) is a name that is not known here',
  EADDRNOTAVAIL: 'this machine does not have the address',
}

/** Waits for a listener. @throws ConfigError that names the setting when its port cannot be had. */
export async function listening<T>(name: ListenerName, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    const complaint = complaints[errorCode(error)]
    throw complaint === undefined ? error : new ConfigError([`${portNames[name]}: ${complaint}`], error)
  }
}
