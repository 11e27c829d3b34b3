import { isUniqueViolation } from '../translate-error.js'

const maxAttempts = 5

/**
 * Runs a transaction that checks whether a unique value is free and then writes it. If another instance writes it in
 * between, the transaction runs again and finds it in use. `attempt` counts the runs from 1.
 */
export async function retryOnUniqueViolation<T>(transaction: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(attempt)
    } catch (error) {
      if (attempt === maxAttempts || !isUniqueViolation(error)) throw error
    }
  }
}
