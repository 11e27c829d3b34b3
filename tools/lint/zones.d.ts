/** One import restriction between folders. */
export interface Zone {
  readonly name: string
  readonly in: readonly string[]
  readonly from: readonly string[]
  readonly types?: 'allowed'
  readonly message: string
}

export declare const zones: readonly Zone[]
/** The folders of src/ with use cases. */
export declare const nouns: readonly string[]
/** The names of the folders of packages/. */
export declare const packages: readonly string[]
export declare function ruleName(zone: Zone): string
