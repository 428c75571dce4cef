import { MutationObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { type ApiMutationOptions, mutationOptionsOf } from './mutation-options.ts'

/** Runs a change as a page would, and records what happened in order. */
async function run(options: Partial<ApiMutationOptions<string, string>>, fails = false) {
  const log: string[] = []
  const observer = new MutationObserver(
    createQueryClient(),
    mutationOptionsOf<string, string>(
      {
        mutationFn: async variables => {
          log.push(`send ${variables}`)
          if (fails) throw new Error('refused')
          return 'answer'
        },
        ...options,
      },
      {
        showError: error => log.push(`toast ${(error as Error).message}`),
        invalidate: async queryKey => {
          await Promise.resolve()
          log.push(`fetch ${queryKey.join('.')}`)
        },
      },
    ),
  )
  const settled = await observer.mutate('rule').then(
    () => 'done',
    () => 'failed',
  )
  return { log: [...log, settled], state: observer.getCurrentResult() }
}

describe('a change', () => {
  it('a change is done when its outdated queries are fetched', async () => {
    const { log } = await run({ invalidates: [['rules', 'list'], ['data']] })
    expect(log).toEqual(['send rule', 'fetch rules.list', 'fetch data', 'done'])
  })
  it('a change that failed shows a toast, and fetches what may have changed all the same', async () => {
    const { log, state } = await run({ invalidates: [['rules']] }, true)
    expect(log).toEqual(['send rule', 'toast refused', 'fetch rules', 'failed'])
    expect(state.isError).toBe(true)
  })
  it('a change shows no toast for a failure that its page shows, be it at once or later', async () => {
    expect((await run({ onError: () => true }, true)).log).toEqual(['send rule', 'failed'])
    expect((await run({ onError: async () => true }, true)).log).toEqual(['send rule', 'failed'])
    expect((await run({ onError: () => false }, true)).log).toEqual(['send rule', 'toast refused', 'failed'])
  })
  it('a change tells answer and variables to its page, and that it is over', async () => {
    const told: unknown[] = []
    await run({ onSuccess: (answer, variables) => told.push([answer, variables]), onSettled: () => told.push('over') })
    expect(told).toEqual([['answer', 'rule'], 'over'])
  })
})
