import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ListReader } from '../../fql/index.ts'
import { RecordingListReader } from './recorded-inputs.ts'

/** Lists with rows elsewhere: `answer` determines when and with what they answer. */
function elsewhere(answer: () => Promise<string | undefined>): { lists: ListReader; asked: string[] } {
  const asked: string[] = []
  const lists: ListReader = {
    containsKey: () => false,
    lookup: () => undefined,
    lookupClosest: () => undefined,
    supportStatus: () => undefined,
    remote: {
      containsKey: async (_list, _column, key) => {
        asked.push(key)
        return (await answer()) !== undefined
      },
      lookup: async (_list, _keyColumn, key) => {
        asked.push(key)
        return await answer()
      },
    },
  }
  return { lists, asked }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('lists whose rows are elsewhere', () => {
  it('the lists answer as they are while the event has time', async () => {
    const { lists } = elsewhere(() => Promise.resolve('row'))
    for (const until of [Infinity, performance.now() + 5000]) {
      const { remote } = new RecordingListReader(lists, until)
      expect([await remote?.containsKey('l', 'c', 'k'), await remote?.lookup('l', 'c', 'k', 'v')]).toEqual([
        true,
        'row',
      ])
    }
  })
  it('the lists are waited for no longer than the event has time, and not queried after it', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    const { lists, asked } = elsewhere(() => new Promise(() => undefined))
    const { remote } = new RecordingListReader(lists, performance.now() + 30)
    let answered = false
    const first = Promise.resolve(remote?.lookup('l', 'c', 'first', 'v')).finally(() => {
      answered = true
    })
    const refused = expect(first).rejects.toThrow('Timeout')
    await vi.advanceTimersByTimeAsync(29)
    expect(answered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await refused
    await expect(Promise.resolve(remote?.containsKey('l', 'c', 'second'))).rejects.toThrow('Timeout')
    expect(asked).toEqual(['first'])
  })
})
