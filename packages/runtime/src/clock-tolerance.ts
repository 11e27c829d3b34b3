/**
 * How far two clocks may differ, in milliseconds: the times of a token are judged with it, and a process that alone
 * differs by more from the store accepts no replies (ADR 0121).
 */
export const clockToleranceMs = 60_000

/** Whether a clock differs from that of the store by more than the tolerance. */
export function isAstray(differenceMs: number): boolean {
  return Math.abs(differenceMs) > clockToleranceMs
}
