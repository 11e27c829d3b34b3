export interface Suites {
  readonly script: string
  readonly node?: string
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  readonly options?: readonly string[]
}

export interface Step {
  readonly name: string
  readonly about: string
  readonly tier: 'gate' | 'long' | 'both'
  readonly needs?: readonly string[]
  readonly servers?: readonly string[]
  readonly suites?: Suites
}

export const steps: readonly Step[]
