import { AccessError } from '../../../kernel/access/authorize.ts'

/** Returns what was read, or null where the user has no right to it: an answer can go on without that part. */
export async function ifReadable<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AccessError && error.code === 'forbidden') return null
    throw error
  }
}
