import type { ProcedureContext } from './call-context.ts'

/** Procedures whose answer can be that there is nothing, with the test for it. */
const emptyAnswers: Readonly<Record<string, (answer: { case?: unknown }) => boolean>> = {
  'queues.next': answer => answer.case === null,
}

interface Call<Result> {
  context: Pick<ProcedureContext, 'progress'>
  path: readonly string[]
  next: () => Promise<Result>
}

/** Marks an answer that there is nothing: REST says so by its status, 204. */
export async function markEmptyAnswer<Result>({ context, path, next }: Call<Result>): Promise<Result> {
  const answer = await next()
  context.progress.empty = emptyAnswers[path.join('.')]?.(answer as object) ?? false
  return answer
}
