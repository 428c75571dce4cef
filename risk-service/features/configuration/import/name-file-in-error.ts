import { defined } from '../../../contract/defined.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'

/** Adds the file to the errors of its import. */
export async function withFileInError<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ValidationError)
      throw new ValidationError([file], `${file}: ${error.issues.map(({ message }) => message).join(' ')}`, {
        ...defined({ code: error.issues[0]?.code }),
        fileProblems: error.fileProblems,
      })
    throw error
  }
}
