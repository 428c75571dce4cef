import { RefusedValue } from '../session/refusals.ts'

/** A refusal says which file it is about. */
export async function naming<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RefusedValue)
      throw new RefusedValue([file], `${file}: ${error.issues.map(({ message }) => message).join(' ')}`)
    throw error
  }
}
