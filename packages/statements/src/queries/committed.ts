/**
 * Ends a transaction that `work` uses. By its own SQL, because TypeORM still counts one that SQLite has ended by itself.
 */
export async function committed<T>(query: (sql: string) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    await query('COMMIT')
    return result
  } catch (error) {
    // fails when the connection is lost, and the transaction with it, or when SQLite has already rolled back
    await query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
