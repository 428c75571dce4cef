/**
 * Creates a serial queue: each task begins when the previous one has ended, successfully or not. Data that was read
 * earlier never replaces data that was read later.
 */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}

export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Creates serial queues by key: tasks of one key run one after another, and wait for no other key. */
export function createKeyedQueue(): KeyedQueue {
  const queues = new Map<string, { run: ReturnType<typeof createSerialQueue>; waiting: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { run: createSerialQueue(), waiting: 0 }
    queues.set(key, queue)
    queue.waiting++
    try {
      return await queue.run(work)
    } finally {
      queue.waiting--
      if (queue.waiting === 0) queues.delete(key)
    }
  }
}
