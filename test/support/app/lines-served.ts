import type { ApiLine } from '../../../src/limits.js'

const lines = new Map<string, ApiLine>()

/** Notes which line the server at an address keeps to. */
export function servesLine(url: string, line: ApiLine): void {
  lines.set(url, line)
}

/** The line of the server at an address; 1.1 where none was noted. */
export function lineAt(url: string): ApiLine {
  return lines.get(url) ?? '1.1'
}
