import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { systemErrorCode } from '@parley/runtime'
import { ConfigError } from './config-error.js'

/** Node.js ignores a line that it cannot read, and the end of a value after a `#` without quotes. */
const readable = {
  blank: /[ \t]*(?:#[^\n]*)?(?:\n|$)/y,
  setting:
    /[ \t]*(?:export[ \t]+)?[A-Za-z_][\w.-]*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|(?!["'`])(?<plain>[^\n]*))[ \t]*(?:#[^\n]*)?(?:\n|$)/y,
}

/**
 * Adds the variables of a file with lines NAME=value to an environment, in which existing ones win.
 * @throws ConfigError for a file that cannot be read, or with a line that would be lost; it names the line, and no value.
 */
export function readEnvironmentFile(
  { path, isOptional }: { readonly path: string; readonly isOptional: boolean },
  environment: NodeJS.ProcessEnv,
): void {
  const text = textOf(path, isOptional)
  if (text === undefined) return
  const fault = faultOf(text)
  if (fault !== undefined) throw new ConfigError([`${path}: ${fault}`])
  // from the text that was checked: a pipe has nothing for a second reader
  for (const [name, value] of Object.entries(parseEnv(text))) environment[name] ??= value
}

/** Undefined for an optional file that does not exist. */
function textOf(path: string, isOptional: boolean): string | undefined {
  try {
    if (statSync(path).isDirectory()) throw new ConfigError([`${path}: is a folder, not a file of settings`])
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (isOptional && systemErrorCode(error) === 'ENOENT') return undefined
    throw new ConfigError([`${path}: the file of settings cannot be read (${systemErrorCode(error)})`], error)
  }
}

function faultOf(text: string): string | undefined {
  if (/[\0\uFFFD\uFEFF]/.test(text)) return 'must be UTF-8 text without a byte order mark'
  const lines = text.replaceAll('\r\n', '\n')
  for (let at = 0; at < lines.length;) {
    const line = `line ${String(lines.slice(0, at).split('\n').length)}`
    const { blank, setting } = readable
    blank.lastIndex = setting.lastIndex = at
    const found = blank.exec(lines) ?? setting.exec(lines)
    if (!found) return `${line} is not NAME=value, or its quotes do not end`
    if (/\S#/.test(found.groups?.['plain'] ?? '')) return `${line} has a # in its value, which needs quotes`
    at += found[0].length
  }
  return undefined
}
