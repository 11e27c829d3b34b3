import { shortened } from '@parley/runtime'

/** A JSON Schema that a local model cannot follow. The message names the part, such as `properties.age.multipleOf`. */
export class SchemaFault extends Error {
  constructor(path: string, why: string) {
    super(path === '' ? `The schema ${why}` : `${shortened(path)}: ${why}`)
  }
}

/** The path of a part of the part at `path`. */
export function inside(path: string, ...keys: readonly string[]): string {
  return [path, ...keys].filter((key) => key !== '').join('.')
}
