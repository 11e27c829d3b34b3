import { isUniqueViolation } from './translate-error.js'

const looks = 5

/**
 * Runs a transaction that checks whether a unique value is free and then writes it. If another instance writes it in
 * between, the transaction runs again and finds it in use. `look` counts the runs from 1.
 */
export async function lookAgainWhenTaken<T>(transaction: (look: number) => Promise<T>): Promise<T> {
  for (let look = 1; ; look += 1) {
    try {
      return await transaction(look)
    } catch (error) {
      if (look === looks || !isUniqueViolation(error)) throw error
    }
  }
}
