import type { ReactNode } from 'react'
import { loadStyles } from '../../ui/theme/load-styles.js'
import type { Formula } from './formulas.js'

/** The style sheet of formulas, beside the script of the page. The build writes its name here. */
declare const FORMULA_STYLES: string

/** The elements of a formula; undefined for one that TeX does not know or that costs too much. */
export type Typeset = (formula: Pick<Formula, 'tex' | 'isDisplayed'>) => ReactNode

/** The code that typesets formulas and its styles. They are loaded when a formula is first shown. */
class FormulaTypesetting {
  readonly #listeners = new Set<() => void>()
  #typeset: Typeset | undefined
  #isLoading = false

  readonly current = (): Typeset | undefined => this.#typeset

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Without a network formulas stay in their source, and the next one that is shown tries again. */
  load(): void {
    if (this.#typeset || this.#isLoading) return
    this.#isLoading = true
    // with `copy-tex`, a selection that is copied has the source of its formulas, not their parts
    Promise.all([import('./typeset.js'), loadStyles(addressOfStyles()), import('katex/contrib/copy-tex')])
      .then(([{ typeset }]) => this.#provide(typeset))
      .catch(() => undefined)
      .finally(() => (this.#isLoading = false))
  }

  #provide(typeset: Typeset): void {
    this.#typeset = typeset
    for (const listener of this.#listeners) listener()
  }
}

export const formulaTypesetting = new FormulaTypesetting()

// relative: a proxy can put a path before the page
const addressOfStyles = () => new URL(FORMULA_STYLES, import.meta.url).href
