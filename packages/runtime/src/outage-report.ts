interface OutageReport {
  /** Called with the first error of several. */
  readonly onFailure: (error: unknown) => void
  /** Called with the first success after it. */
  readonly onSuccess: () => void
}

/** `turn` as a function that never rejects, and reports the beginning and the end of an outage once. */
export function reportingOutages(turn: () => Promise<unknown>, report: OutageReport): () => Promise<void> {
  let isFailing = false
  return async () => {
    try {
      await turn()
      if (isFailing) report.onSuccess()
      isFailing = false
    } catch (error) {
      if (!isFailing) report.onFailure(error)
      isFailing = true
    }
  }
}
