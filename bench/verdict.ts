/** A target, and whether a figure is within it. */
export function verdict(figure: number, target: { readonly atMost: number } | { readonly atLeast: number }): string {
  if ('atMost' in target) return `target at most ${target.atMost}: ${figure <= target.atMost ? 'met' : 'missed'}`
  return `target at least ${target.atLeast}: ${figure >= target.atLeast ? 'met' : 'missed'}`
}
