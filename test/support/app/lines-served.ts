import type { ApiLine } from '../../../src/limits.js'

const lines = new Map<string, ApiLine>()

/** Records the release line of the server at an address. */
export function servesLine(url: string, line: ApiLine): void {
  lines.set(url, line)
}

/** The release line of the server at an address; 1.1 by default. */
export function lineAt(url: string): ApiLine {
  return lines.get(url) ?? '1.1'
}
