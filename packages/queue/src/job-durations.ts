/** The weight of the newest duration: the last five or so make up most of the average. */
const newestWeight = 0.3

/** The recent durations of jobs, without the time that they waited: a moving average for each model, in milliseconds. */
export class JobDurations {
  readonly #averages = new Map<string, number>()
  #overall: number | undefined

  /** The average of the model, else of all models; undefined until a job has ended. */
  averageOf(model: string): number | undefined {
    return this.#averages.get(model) ?? this.#overall
  }

  /** The duration of a stopped job is only a lower bound. */
  record(model: string, ms: number, { isComplete }: { readonly isComplete: boolean }): void {
    const usual = this.averageOf(model)
    if (!isComplete && (usual === undefined || ms <= usual)) return
    this.#averages.set(model, moved(this.#averages.get(model), ms))
    this.#overall = moved(this.#overall, ms)
  }
}

function moved(average: number | undefined, ms: number): number {
  return average === undefined ? ms : average + newestWeight * (ms - average)
}
