import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { Formula } from './formulas.js'
import { formulaTypesetting } from './formula-typesetting.js'

/** A formula. It is its source until the code that typesets it is there, and where TeX has no rule for it. */
export function FormulaView({ formula: { text, tex, isDisplayed } }: { readonly formula: Formula }) {
  const typeset = useSyncExternalStore(
    formulaTypesetting.subscribe,
    formulaTypesetting.current,
    formulaTypesetting.current,
  )
  useEffect(() => formulaTypesetting.load(), [])
  const elements = useMemo(
    (): ReactNode => (tex === '' ? undefined : typeset?.({ tex, isDisplayed })),
    [typeset, tex, isDisplayed],
  )
  if (!isDisplayed) return elements ?? <span className="formula">{text}</span>
  return (
    <span className="formula display" tabIndex={0} dir="ltr">
      {elements ?? text}
    </span>
  )
}
