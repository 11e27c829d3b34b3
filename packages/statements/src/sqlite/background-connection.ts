import Libsql from 'libsql/promise'

/** A connection whose statements run on a thread of the driver, in order. */
export interface BackgroundConnection {
  exec(sql: string): Promise<void>
  pragma(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  close(): void
}

// its types do not know what it returns
export const connectInBackground = (file: string) => new Libsql(file, {}) as unknown as BackgroundConnection
